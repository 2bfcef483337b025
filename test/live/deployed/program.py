"""Says that it is up, and listens on a port until it is killed: python3 program.py NAME PORT"""

import socket
import sys
import time

name, port = sys.argv[1:]
print(name, "is up", flush=True)
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.bind(("127.0.0.1", int(port)))
listener.listen()
while True:
    time.sleep(3600)
