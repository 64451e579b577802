"""What the screens are made of, one widget a file; each draws a frozen snapshot and knows no port, file or thread."""
