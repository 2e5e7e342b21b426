"""The object stores that are published to: those of the tests, which run on this machine as long as this script does."""

import json
import subprocess
import urllib.parse
import urllib.request

BUCKET = "push-assets"


class Server:
    """A Python program that says on its first line how to reach it, and ends when its standard input does."""

    def __init__(self, *command):
        self.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        start_new_session=True)
        self.greeting = self.process.stdout.readline()
        if not self.greeting:
            raise OSError(f"{command[1]} did not start")

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Store:
    """A bucket, of S3 or of Cloud Storage. Each round has a prefix of its own in it."""

    def __init__(self, kind, root, place):
        python, servers = root / ".venv/bin/python3", root / "Tests/TestSupport/Server"
        self.kind, self.back = kind, Server(python, servers / "store.py", kind)
        greeting = json.loads(self.back.greeting)
        self.back_port, self.keys = greeting["port"], greeting["keys"]
        settings = place / f"{kind}.json"
        settings.write_text(json.dumps({
            "store": self.back_port, "isS3": kind == "s3", "owner": self.keys.get("owner"), "log": str(place / f"{kind}.log"),
            "faults": str(place / f"{kind}-faults.json"), "tokenLife": 3600}))
        self.front = Server(python, servers / "store_front.py", settings)
        self.url = f"http://localhost:{int(self.front.greeting)}"

    def close(self):
        self.front.close()
        self.back.close()

    def environment(self):
        """Where the program finds the store, and as whom."""
        if self.kind == "gcs":
            return {"STORAGE_EMULATOR_HOST": self.url}
        key, secret = self.keys["owner"]
        return {"AWS_ACCESS_KEY_ID": key, "AWS_SECRET_ACCESS_KEY": secret}

    def destination(self, prefix):
        """An entry of `publish` in pipeline.yml."""
        own = f'to: s3, endpoint: "{self.url}", region: eu-west-1, path-style: true' if self.kind == "s3" else "to: gcs"
        return f'{{{own}, name: store, bucket: {BUCKET}, prefix: {prefix}, base-url: "{self.address(prefix)}"}}'

    def address(self, prefix):
        return f"{self.url}/{BUCKET}/{prefix}"

    def objects(self, prefix):
        """What lies in the bucket under a prefix, by name."""
        return {name.removeprefix(prefix): self.load(f"{self.url}/{BUCKET}/{name}") for name in self.names(prefix)}

    def names(self, prefix):
        if self.kind == "gcs":
            listing = json.loads(self.load(f"http://127.0.0.1:{self.back_port}/storage/v1/b/{BUCKET}/o?prefix={prefix}"))
            return [item["name"] for item in listing.get("items", [])]
        text = self.load(f"{self.url}/{BUCKET}?list-type=2&prefix={urllib.parse.quote(prefix, safe='')}").decode()
        return [part.partition("</Key>")[0] for part in text.split("<Key>")[1:]]

    def load(self, url):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(url, timeout=60) as answer:
            return answer.read()
