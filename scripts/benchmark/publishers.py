"""The tools that are compared at publishing: each copies a folder's files to an object store."""

import os
import shutil

from benchmark.tools import must

CONFIGURATION = """\
version: 1
transfers: {transfers}
publish:
  - to: directory
    name: folder
    path: public
    base-url: {url}/{bucket}/
  - to: s3
    name: bucket
    endpoint: {url}
    region: us-east-1
    bucket: {bucket}
    path-style: true
    base-url: {url}/{bucket}/
    verify: {verification}
messages: from-pictures
defaults:
  title: A title
  body: A body
  target:
    topic: bench
"""

# Credentials that the store ignores, and no settings of this shell.
ENVIRONMENT = {name: None for name in os.environ if name.startswith(("AWS_", "RCLONE_", "RICHPUSH_"))} | {
    "AWS_ACCESS_KEY_ID": "bench", "AWS_SECRET_ACCESS_KEY": "bench", "RICHPUSH_TRIAL": "true"}


class RichpushPublisher:
    """Asks whether an object is there (HEAD), puts it, and loads its URL as each of three clients does (GET) or not at all."""

    def __init__(self, binary, verification, transfers):
        self.name = f"richpush publish, verify: {verification}"
        self.binary, self.verification, self.transfers = binary, verification, transfers

    def publish(self, objects, store, place):
        self.run(["publish", objects, "--to", "bucket"], store, place)

    def render(self, photographs, store, place, destination, jobs):
        """With "bucket" as the destination it renders and publishes, with "folder" it only renders, into place/public."""
        self.run(["run", photographs, "--to", destination, "--no-cache", "--jobs", str(jobs)], store, place)

    def forget(self, place):
        """Removes the records of what was published."""
        shutil.rmtree(place / ".richpush-state")

    def run(self, command, store, place):
        """Works in a folder, which holds the records of what was published when it is done."""
        configuration = place / "pipeline.yml"
        configuration.write_text(CONFIGURATION.format(
            transfers=self.transfers, url=store.url, bucket=store.bucket, verification=self.verification))
        must([self.binary, *command, "--config", configuration], **ENVIRONMENT)


class Rclone:
    """Asks once what is there (LIST), and for each object puts it and asks whether it arrived (PUT, HEAD)."""

    name = "rclone copy"

    def __init__(self, transfers):
        self.command, self.transfers = shutil.which("rclone"), transfers

    def publish(self, objects, store, _):
        # Without a settings file; the rest are defaults. Its checkers, also eight by default, have nothing to compare here.
        must([self.command, "copy", objects, f":s3:{store.bucket}", "--config", "", "--transfers", str(self.transfers),
              "--s3-provider", "Other", "--s3-env-auth", "--s3-force-path-style", "--s3-endpoint", store.url,
              "--s3-region", "us-east-1"], **ENVIRONMENT)
