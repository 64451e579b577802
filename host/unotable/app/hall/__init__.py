"""The hall's screens: tables at a glance, one table's mirror, standings, who sits where."""
