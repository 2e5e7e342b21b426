"""The tools that are compared at publishing: each copies a folder's files to an object store, store_server.py in a process of its own."""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

from common import ended

CONFIGURATION = """\
version: 1
transfers: {transfers}
publish:
  - {{to: directory, name: folder, path: public, base-url: "{url}/{bucket}/"}}
  - {{to: s3, name: bucket, endpoint: "{url}", region: us-east-1, bucket: {bucket}, path-style: true, base-url: "{url}/{bucket}/", verify: {verification}}}
messages: from-pictures
defaults: {{title: A title, body: A body, target: {{topic: bench}}}}
"""
# Credentials that the store ignores, and no settings of this shell.
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "bench"}
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "RCLONE_", "RICHPUSH_"))} | CREDENTIALS


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

    def ask(self, what):
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"{self.url}/-/{what}") as answer:
            return json.load(answer)

    def empty(self, delay=None):
        """Forgets everything; answers are late by so many milliseconds from now on, as in the beginning where none is given."""
        self.ask(f"empty?delay={self.delay if delay is None else delay}")


class RichpushPublisher:
    """Asks whether an object is there (HEAD), puts it, and loads its URL as each of three clients does (GET) or not at all."""

    def __init__(self, binary, verification, transfers):
        self.name = f"richpush publish, verify: {verification}"
        self.binary, self.verification, self.transfers = binary, verification, transfers

    def publish(self, objects, store, place):
        self.run(["publish", objects, "--to", "bucket"], store, place)

    def render(self, photographs, store, place, destination, jobs):
        """With "bucket" as the destination it renders and publishes, with "folder" it only renders, into place/public."""
        self.run(["run", photographs, "--to", destination, "--no-cache", "--jobs", jobs], store, place)

    def run(self, command, store, place):
        """Works in a folder, which holds the records of what was published (.richpush-state) when it is done."""
        configuration = place / "pipeline.yml"
        configuration.write_text(CONFIGURATION.format(
            transfers=self.transfers, url=store.url, bucket=store.bucket, verification=self.verification))
        ended([self.binary, *command, "--config", configuration], env={**ENVIRONMENT, "RICHPUSH_TRIAL": "true"})


class Rclone:
    """Asks once what is there (LIST), and for each object puts it and asks whether it arrived (PUT, HEAD)."""

    name = "rclone copy"

    def __init__(self, transfers):
        self.command, self.transfers = shutil.which("rclone"), transfers

    def publish(self, objects, store, _):
        # Without a settings file; the rest are defaults. Its checkers, also eight by default, have nothing to compare here.
        ended([self.command, "copy", objects, f":s3:{store.bucket}", "--config", "", "--transfers", self.transfers, "--s3-provider", "Other",
               "--s3-env-auth", "--s3-force-path-style", "--s3-endpoint", store.url, "--s3-region", "us-east-1"], env=ENVIRONMENT)
