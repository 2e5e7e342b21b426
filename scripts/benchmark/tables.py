"""Tables of messages, and compose_peer.py, which writes their requests and looks at nothing: composing and checking are compared with it."""

import json
import sys
from pathlib import Path

from common import ended

PEER = Path(__file__).with_name("compose_peer.py")
PICTURES = [f"copy-{number:04}.jpg" for number in range(50)]


def write(path, count, pictures=PICTURES, changed=None):
    """So many rows, each to another device and with another title, in turns of these pictures; one may have another text."""
    with path.open("w") as out:
        out.write("id,title,body,media,token,name\n")
        for number in range(count):
            out.write(f'{number},"{"Good day" if number == changed else "Hello"} {{{{name}}}}, number {number}","Twelve new pieces, thrown '
                      f'and glazed",{pictures[number % len(pictures)]},bench{number:06}:{number * 7919:0130x},Name {number}\n')


def write_index(path):
    """The part of a run's index.json that the peer reads."""
    path.write_text(json.dumps({"assets": [
        {"source": name, "url": f"https://static.example.com/push/{name[:-4]}.029532b01e31.jpg"} for name in PICTURES]}))


def make_requests(index, rows, lines):
    """In a process of its own, as people run such a script."""
    ended([sys.executable, PEER, index, rows, lines])
