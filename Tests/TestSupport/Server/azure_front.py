"""Stands in for Azure Blob Storage on a free port of 127.0.0.1, with an account, a container `push-assets` and the faults of store_front.py.

    {"isS3": true, "log": "access.log", "faults": "faults.json", "certificate": "server.pem", "key": "server.key"}

Prints a line of JSON with its port and keys, by a user's name: an account with its key, or shared access signatures. It ends when its standard input does.

Microsoft's own package makes the signatures that requests must have, and the shared access signatures that are given. As Azure does, it
asks for a version, a time and a kind of blob, compares Content-MD5 with what arrives, keeps what is there where If-None-Match says so,
refuses what a shared access signature does not permit, and gives blobs of a public container to everybody. As Azurite has it, the account is
the first component of the path. What is asked for wrongly is answered with 400 and the words `stand-in: ...`, which Azure has other words for.
"""

import base64
import datetime
import email.utils
import hashlib
import json
import re
import time
import urllib.parse
from xml.sax.saxutils import escape

from azure.core.pipeline import PipelineContext, PipelineRequest
from azure.core.pipeline.transport import HttpRequest
from azure.storage.blob import generate_container_sas
from azure.storage.blob._shared.authentication import SharedKeyCredentialPolicy

import store_front

ACCOUNT = "pushaccount"
CONTAINER = "push-assets"
KEY = base64.b64encode(hashlib.sha512(b"sentinel-azure").digest()).decode()
# The first version with the tier Cold.
OLDEST_VERSION = "2021-12-02"
MESSAGES = {
    "AuthenticationFailed": "Server failed to authenticate the request. Make sure the value of Authorization header is formed "
                            "correctly including the signature.",
    "BlobAlreadyExists": "The specified blob already exists.",
    "BlobNotFound": "The specified blob does not exist.",
    "ContainerNotFound": "The specified container does not exist.",
    "AuthorizationPermissionMismatch": "This request is not authorized to perform this operation using this permission.",
    "UnauthorizedBlobOverwrite": "This request is not authorized to perform blob overwrites.",
    "Md5Mismatch": "The MD5 value specified in the request did not match with the MD5 value calculated by the server.",
}


def failure(status, code, detail=""):
    message = MESSAGES.get(code, detail) + "\nRequestId:00000000-0000-0000-0000-000000000000\nTime:2026-01-01T00:00:00.0000000Z"
    body = f'\ufeff<?xml version="1.0" encoding="utf-8"?><Error><Code>{code}</Code><Message>{escape(message)}</Message></Error>'
    return status, [["x-ms-error-code", code], ["Content-Type", "application/xml"]], body.encode()


def wrong(detail):
    return failure(400, "InvalidHeaderValue", f"stand-in: {detail}")


class Handler(store_front.Handler):
    def checked(self, body):
        path, _, query = self.path.partition("?")
        query = urllib.parse.parse_qs(query, keep_blank_values=True)
        account, container, name = (path[1:].split("/", 2) + ["", ""])[:3]
        if account != ACCOUNT:
            return wrong(f"the path {path} begins with no account")
        if not re.fullmatch(r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})*", name):
            return wrong(f"the path {path} is not encoded")
        refusal = self.refusal(query, bool(name))
        if refusal:
            return refusal
        if container != CONTAINER:
            return failure(404, "ContainerNotFound")
        if query.get("comp") == ["list"]:
            return self.page(query)
        name = urllib.parse.unquote(name, errors="strict")
        return self.put(name, body) if self.command == "PUT" else self.get(name)

    def refusal(self, query, isBlob):
        """Why who asks may not have it; nothing where they may."""
        isKnown = "Authorization" in self.headers or "sig" in query
        if not isKnown:
            return None if isBlob and self.command in ("GET", "HEAD") else failure(404, "ResourceNotFound")
        if self.headers.get("x-ms-version", "") < OLDEST_VERSION:
            return wrong("x-ms-version is missing or too old")
        if "sig" in query:
            return self.refusal_of_token(query)
        date = email.utils.parsedate_to_datetime(self.headers.get("x-ms-date", "Thu, 01 Jan 1970 00:00:00 GMT"))
        isTimely = abs(time.time() - date.timestamp()) < 900
        return None if isTimely and self.headers["Authorization"] == self.signature() else failure(403, "AuthenticationFailed")

    def refusal_of_token(self, query):
        tokens = [urllib.parse.parse_qs(token) for token in self.server.signatures]
        if not any(token.items() <= query.items() for token in tokens):
            return failure(403, "AuthenticationFailed")
        needed = "l" if "comp" in query else {"PUT": "cw", "GET": "r", "HEAD": "r"}[self.command]
        return None if set(needed) & set(query["sp"][0]) else failure(403, "AuthorizationPermissionMismatch")

    def signature(self):
        """What Microsoft's own client would have sent with the same request."""
        fields = {name.lower(): value for name, value in self.headers.items() if name.lower() != "authorization"}
        request = HttpRequest(self.command, f"http://{self.headers['Host']}{self.path}", headers=fields)
        SharedKeyCredentialPolicy(ACCOUNT, KEY).on_request(PipelineRequest(request, PipelineContext(None)))
        return request.headers["Authorization"]

    def put(self, name, body):
        digest = base64.b64encode(hashlib.md5(body).digest()).decode()
        if self.headers.get("x-ms-blob-type") != "BlockBlob":
            return wrong("x-ms-blob-type is not BlockBlob")
        if self.headers.get("Content-MD5", digest) != digest:
            return failure(400, "Md5Mismatch")
        kept = {"Content-MD5": digest, "Content-Type": self.headers["Content-Type"]}
        kept |= {name: value for name, value in self.headers.items() if name.lower().startswith("x-ms-")}
        with self.server.uploading:
            if name in self.server.blobs and self.headers.get("If-None-Match") == "*":
                return failure(409, "BlobAlreadyExists")
            query = urllib.parse.parse_qs(self.path.partition("?")[2])
            if name in self.server.blobs and "w" not in query.get("sp", ["w"])[0]:
                return failure(403, "UnauthorizedBlobOverwrite")
            self.server.blobs[name] = (body, {name.lower(): value for name, value in kept.items()})
        self.server.count_upload()
        return 201, [["Content-MD5", digest], ["ETag", f'"0x{digest[:8]}"']], b""

    def get(self, name):
        if name not in self.server.blobs:
            return failure(404, "BlobNotFound")
        body, kept = self.server.blobs[name]
        names = ["content-type", "content-md5", "x-ms-blob-type"]
        names += [name for name in kept if name.startswith("x-ms-meta-")]
        fields = [[name, kept[name]] for name in names if name in kept]
        if "x-ms-blob-cache-control" in kept:
            fields.append(["Cache-Control", kept["x-ms-blob-cache-control"]])
        if self.command == "HEAD":
            fields.append(["Content-Length", str(len(body))])
        return 200, fields, body

    def page(self, query):
        if query.get("restype") != ["container"]:
            return wrong("restype is not container")
        start, size = int(query.get("marker", ["0"])[0] or 0), int(query.get("maxresults", ["5000"])[0])
        names = sorted(name for name in self.server.blobs if name.startswith(query.get("prefix", [""])[0]))
        blobs = "".join(f"<Blob><Name>{escape(name)}</Name><Properties><BlobType>BlockBlob</BlobType></Properties></Blob>" for name in names[start:start + size])
        more = f"<NextMarker>{start + size}</NextMarker>" if start + size < len(names) else "<NextMarker />"
        text = f'\ufeff<?xml version="1.0" encoding="utf-8"?><EnumerationResults><Blobs>{blobs}</Blobs>{more}</EnumerationResults>'
        return 200, [["Content-Type", "application/xml"]], text.encode()


class Server(store_front.Server):
    handler = Handler

    def __init__(self, settings):
        super().__init__(settings)
        self.blobs = {}
        end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
        self.publisher, self.reader, self.creator = (
            generate_container_sas(ACCOUNT, CONTAINER, account_key=KEY, permission=permission, expiry=end)
            for permission in ("rcwl", "rl", "c"))
        self.signatures = [self.publisher, self.reader, self.creator]

    @property
    def greeting(self):
        keys = {"owner": [ACCOUNT, KEY], "publisher": [self.publisher], "reader": [self.reader], "creator": [self.creator]}
        return json.dumps({"port": self.server_address[1], "keys": keys})


if __name__ == "__main__":
    store_front.main(Server)
