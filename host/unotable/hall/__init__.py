"""Many tables over an MQTT broker: what a table publishes, and what a hall makes of it. Its screens are in app/hall.

A table's journal is its queue: messages are a pure function of the lines (stream.py), so that a table keeps no more
than how far its broker has them (queue.py). The hall applies them in any order, any number of times (room.py).
"""
