# unofirmware
