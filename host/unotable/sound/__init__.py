"""What a table is heard by: which sound when, and how a laptop makes it. Boards play their own."""
