"""From a photo to a reading, one module a step."""
