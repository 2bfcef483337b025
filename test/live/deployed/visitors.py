"""Asks a website for a page and for an asset, 25 times a second each, until a file is there; writes a line for each pair.

visitors.py NAME PORT STOP OUT: "TIME STATUS TEXT STATUS TEXT", of the page, which has two texts of its own in it, and of the asset.
"""
import http.client
import os
import sys
import threading
import time

name, port, stop, out = sys.argv[1:5]
lines = []


def get(path):
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
    try:
        connection.request("GET", path, headers={"Host": name, "Connection": "close"})
        answer = connection.getresponse()
        return answer.status, answer.read(200).decode("latin1").replace(" ", "/")
    except Exception as error:
        return 0, type(error).__name__
    finally:
        connection.close()


def visit():
    at = time.time()
    page, asset = get("/page.php"), get("/asset.txt")
    lines.append("%.3f %d %s %d %s" % (at, page[0], page[1], asset[0], asset[1]))


visits = []
start = time.time()
while not os.path.exists(stop) and time.time() < start + 540:
    visits.append(threading.Thread(target=visit))
    visits[-1].start()
    time.sleep(max(0, start + 0.04 * len(visits) - time.time()))
for each in visits:
    each.join()
with open(out + ".part", "w") as file:
    file.write("".join(line + "\n" for line in sorted(lines)))
os.rename(out + ".part", out)
