"""Many tables over an MQTT broker: its place in the house, with nothing in it yet."""
