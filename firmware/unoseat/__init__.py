"""The seat's firmware: three buttons, lamps, and a link that loses no press."""

VERSION = "0.1.0"
