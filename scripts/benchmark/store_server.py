#!/usr/bin/env python3
"""An object store with S3's interface that is far away: each of its answers is sent so many milliseconds late.

store_server.py MILLISECONDS prints its free port of 127.0.0.1, and ends when its standard input does. Every bucket exists.
It verifies no signatures, keeps everything in memory, and is one loop over all connections, so that at the rates that a late
answer allows its clients are what is measured. GET /-/facts tells what it was asked for, POST /-/forget forgets that, and
POST /-/empty?delay=MILLISECONDS all objects too.
"""

import asyncio
import base64
import hashlib
import json
import os
import sys
import time
from collections import Counter
from email.utils import formatdate, parsedate_to_datetime
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

MOST_BYTES = 100_000_000  # of one request
ADMINISTRATION = "/-/"
# Fields that are kept with an object, besides those that begin with x-amz-meta-.
KEPT = {"content-type", "cache-control"}


class Request:
    def __init__(self, head):
        line, *fields = head.decode("latin-1").split("\r\n")
        self.method, self.target, _ = line.split(" ")
        self.fields = {name.strip().lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
        self.length = int(self.fields.get("content-length", 0))
        self.body = b""
        url = urlsplit(self.target)
        self.path, self.query = unquote(url.path), {name: values[0] for name, values in parse_qs(url.query).items()}
        self.bucket, _, self.key = self.path[1:].partition("/")
        self.start = time.monotonic()

    @property
    def kind(self):
        """What it is counted as."""
        if self.key:
            return self.method
        return "LIST" if self.method == "GET" else f"{self.method} bucket"


def date():
    return formatdate(usegmt=True)


def error(status, code):
    return status, {"content-type": "application/xml"}, f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode()


class Store:
    def __init__(self, delay):
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

    def administer(self, request):
        if request.path.endswith("/empty"):
            self.empty(float(request.query["delay"]))
        elif request.path.endswith("/forget"):
            self.forget()
        return 200, {"content-type": "application/json"}, json.dumps(self.facts()).encode()

    def answer(self, request):
        self.counts[request.kind] += 1
        if not request.key:
            return self.list(request) if request.method == "GET" else (200, {}, b"")
        if request.method == "PUT":
            return self.put(request)
        found = self.objects.get((request.bucket, request.key))
        if request.method not in ("GET", "HEAD"):
            return error(501, "NotImplemented")
        return (200, *found) if found else error(404, "NoSuchKey")

    def put(self, request):
        place = request.bucket, request.key
        if request.fields.get("if-none-match") == "*" and place in self.objects:
            return error(412, "PreconditionFailed")
        digest = hashlib.md5(request.body)
        if request.fields.get("content-md5", "") not in ("", base64.b64encode(digest.digest()).decode()):
            return error(400, "BadDigest")
        kept = {name: value for name, value in request.fields.items() if name in KEPT or name.startswith("x-amz-meta-")}
        tag = {"etag": f'"{digest.hexdigest()}"'}
        self.objects[place] = ({**kept, **tag, "last-modified": date()}, request.body)
        return 200, tag, b""

    def list(self, request):
        """ListObjectsV2 and its forerunner, of keys without slashes."""
        query, is_second = request.query, request.query.get("list-type") == "2"
        after = query.get("continuation-token" if is_second else "marker", "")
        keys = sorted(key for bucket, key in self.objects
                      if bucket == request.bucket and key.startswith(query.get("prefix", "")) and key > after)
        page = keys[:int(query.get("max-keys", 1000))]
        isCut = len(page) < len(keys)
        parts = ['<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>',
                 f"<Name>{escape(request.bucket)}</Name><IsTruncated>{str(isCut).lower()}</IsTruncated>"]
        if isCut:
            name = "NextContinuationToken" if is_second else "NextMarker"
            parts.append(f"<{name}>{escape(page[-1])}</{name}>")
        for key in page:
            fields, body = self.objects[request.bucket, key]
            modified = parsedate_to_datetime(fields["last-modified"]).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            parts.append(f"<Contents><Key>{escape(key)}</Key><ETag>{escape(fields['etag'])}</ETag><Size>{len(body)}</Size>"
                         f"<LastModified>{modified}</LastModified></Contents>")
        return 200, {"content-type": "application/xml"}, "".join([*parts, "</ListBucketResult>"]).encode()


class Connection(asyncio.Protocol):
    """One client's requests, one after the other."""

    def __init__(self, store):
        self.store, self.buffer, self.request, self.isAnswering, self.isCounted = store, bytearray(), None, False, False

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.buffer += data
        if not self.isAnswering:
            self.proceed()

    def proceed(self):
        if not self.request and not self.take_head():
            return
        if len(self.buffer) < self.request.length:
            return
        request, self.request, self.isAnswering = self.request, None, True
        request.body = bytes(self.buffer[:request.length])
        del self.buffer[:request.length]
        if request.path.startswith(ADMINISTRATION):
            return self.send(request, self.store.administer(request))
        self.store.connections += not self.isCounted
        self.isCounted = True
        answer, delay = self.store.answer(request), self.store.delay / 1000
        asyncio.get_running_loop().call_later(delay, self.send, request, answer)

    def take_head(self):
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        request = Request(self.buffer[:end])
        del self.buffer[:end + 4]
        if request.length > MOST_BYTES or "transfer-encoding" in request.fields:
            self.transport.abort()
            return False
        if request.fields.get("expect", "").lower() == "100-continue":
            self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        self.request = request
        return True

    def send(self, request, answer):
        status, fields, body = answer
        lines = [f"HTTP/1.1 {status} {'OK' if status == 200 else 'No'}", f"date: {date()}", f"content-length: {len(body)}",
                 *(f"{name}: {value}" for name, value in fields.items())]
        head = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
        self.transport.write(head if request.method == "HEAD" else head + body)
        self.store.seconds += time.monotonic() - request.start
        self.isAnswering = False
        self.proceed()


async def main():
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    store = Store(float(sys.argv[1]))
    server = await loop.create_server(lambda: Connection(store), "127.0.0.1", 0, backlog=256)
    loop.add_reader(0, lambda: os.read(0, 1) or ended.set())
    print(server.sockets[0].getsockname()[1], flush=True)
    await ended.wait()


asyncio.run(main())
