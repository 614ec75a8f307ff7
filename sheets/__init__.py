"""What is printed: geometry in millimetres, and drawing it."""
