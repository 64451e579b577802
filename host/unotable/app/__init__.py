"""The dashboard: the only importer of textual."""
