"""People playing apart: tables, submissions, standings, disputes, storage."""
