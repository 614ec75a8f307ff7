"""How the database of tables came to be: one step a file in `versions`, run by table.database at start."""
