"""Around the boards: installing their firmware, finding out what is wrong, reporting it, listening in."""
