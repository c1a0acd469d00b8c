"""The commands of `python -m crownd`."""
