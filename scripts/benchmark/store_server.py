#!/usr/bin/env python3
"""An object store with S3's interface that is far away: each of its answers is sent so many milliseconds late.

store_server.py MILLISECONDS prints its free port of 127.0.0.1, and ends when its standard input does. Every bucket exists.
It verifies no signatures and keeps everything in memory, so that at the rates that a late answer allows its clients are what is
measured. GET /-/facts tells what it was asked for, /-/forget forgets that, and /-/empty?delay=MILLISECONDS all objects too.
"""

import base64
import hashlib
import json
import sys
import threading
import time
from collections import Counter
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

MOST_BYTES = 100_000_000  # of one request
ADMINISTRATION = "/-/"
LISTED = "<Contents><Key>{}</Key><ETag>{}</ETag><Size>{}</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"


class Store:
    def __init__(self, delay):
        self.lock = threading.Lock()
        self.empty(delay)

    def empty(self, delay):
        self.delay, self.objects = delay, {}
        self.forget()

    def forget(self):
        self.counts, self.connections, self.seconds, self.start = Counter(), 0, 0, time.process_time()

    def facts(self):
        """Requests by kind, connections, the seconds that requests took together, and the processor's for all of them."""
        return {"requests": self.counts, "connections": self.connections, "in_flight": self.seconds,
                "processor": time.process_time() - self.start, "objects": len(self.objects)}

    def administered(self, path, query):
        if path.endswith("/empty"):
            self.empty(float(query["delay"]))
        elif path.endswith("/forget"):
            self.forget()
        return 200, {"Content-Type": "application/json"}, json.dumps(self.facts()).encode()

    def answer(self, method, path, query, fields, body):
        bucket, _, key = path[1:].partition("/")
        self.counts[method if key else "LIST" if method == "GET" else f"{method} bucket"] += 1
        if not key:
            return self.listed(bucket, query) if method == "GET" else (200, {}, b"")
        if method == "PUT":
            return self.put((bucket, key), fields, body)
        return (200, *self.objects[bucket, key]) if (bucket, key) in self.objects else fault(404, "NoSuchKey")

    def put(self, place, fields, body):
        if fields.get("if-none-match") == "*" and place in self.objects:
            return fault(412, "PreconditionFailed")
        digest = hashlib.md5(body)
        if fields.get("content-md5", "") not in ("", base64.b64encode(digest.digest()).decode()):
            return fault(400, "BadDigest")
        kept = {name: value for name, value in fields.items() if name in ("content-type", "cache-control") or name.startswith("x-amz-meta-")}
        tag = {"ETag": f'"{digest.hexdigest()}"'}
        self.objects[place] = {**kept, **tag, "Last-Modified": formatdate(usegmt=True)}, body
        return 200, tag, b""

    def listed(self, bucket, query):
        """ListObjectsV2 and its forerunner, of keys without slashes."""
        isSecond = query.get("list-type") == "2"
        after = query.get("continuation-token" if isSecond else "marker", "")
        keys = sorted(key for own, key in self.objects if own == bucket and key.startswith(query.get("prefix", "")) and key > after)
        page = keys[:int(query.get("max-keys", 1000))]
        name, isCut = "NextContinuationToken" if isSecond else "NextMarker", len(page) < len(keys)
        entries = [LISTED.format(escape(key), escape(fields["ETag"]), len(body)) for key in page for fields, body in [self.objects[bucket, key]]]
        return 200, {"Content-Type": "application/xml"}, "".join([
            f"<ListBucketResult><Name>{escape(bucket)}</Name><IsTruncated>{str(isCut).lower()}</IsTruncated>",
            f"<{name}>{escape(page[-1])}</{name}>" if isCut else "", *entries, "</ListBucketResult>"]).encode()


def fault(status, code):
    return status, {"Content-Type": "application/xml"}, f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode()


class Handler(BaseHTTPRequestHandler):
    """One client's requests, one after the other."""

    protocol_version, disable_nagle_algorithm, wbufsize = "HTTP/1.1", True, -1
    isCounted = False

    def log_message(self, *_):
        pass

    def respond(self):
        start, url, store = time.monotonic(), urlsplit(self.path), self.server.store
        length = int(self.headers.get("content-length", 0))
        if length > MOST_BYTES or "transfer-encoding" in self.headers:
            self.close_connection = True
            return
        body, query = self.rfile.read(length), {name: values[0] for name, values in parse_qs(url.query).items()}
        isOurs = url.path.startswith(ADMINISTRATION)
        with store.lock:
            fields = {name.lower(): value for name, value in self.headers.items()}
            answer = store.administered(url.path, query) if isOurs else store.answer(self.command, unquote(url.path), query, fields, body)
            store.connections += not isOurs and not self.isCounted
        self.isCounted |= not isOurs
        time.sleep(0 if isOurs else store.delay / 1000)
        self.send(*answer)
        if not isOurs:
            with store.lock:
                store.seconds += time.monotonic() - start

    do_GET = do_HEAD = do_PUT = respond

    def send(self, status, fields, body):
        self.send_response(status)
        for name, value in {**fields, "Content-Length": len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else body)
        self.wfile.flush()


class Server(ThreadingHTTPServer):
    daemon_threads, request_queue_size = True, 256

    def __init__(self, delay):
        self.store = Store(delay)
        super().__init__(("127.0.0.1", 0), Handler)


def main():
    server = Server(float(sys.argv[1]))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


main()
