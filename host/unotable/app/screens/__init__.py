"""The screens, one a file; their looks are in `styles/`, one a screen."""
