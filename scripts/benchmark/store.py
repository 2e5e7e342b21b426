"""The store that is published to: store_server.py in a process of its own."""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path


class Store:
    """Runs while its with block does."""

    bucket = "bench"

    def __init__(self, delay):
        self.delay = delay  # of each answer, in milliseconds

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, Path(__file__).with_name("store_server.py"), str(self.delay)],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}"
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, what, method):
        request = urllib.request.Request(f"{self.url}/-/{what}", method=method)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            return json.load(answer)

    def facts(self):
        """What it was asked for since it was empty."""
        return self.ask("facts", "GET")

    def empty(self, delay=None):
        """Forgets everything; answers are late by so many milliseconds from now on, as in the beginning where none is given."""
        self.ask(f"empty?delay={self.delay if delay is None else delay}", "POST")

    def forget_requests(self):
        self.ask("forget", "POST")
