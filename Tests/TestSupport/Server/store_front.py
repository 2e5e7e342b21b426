"""Stands before an object store of store.py, on a free port of 127.0.0.1, and makes of it what its clients may meet.

    {"store": 8080, "isS3": true, "owner": ["AKIA...", "..."], "log": "access.log", "faults": "faults.json",
     "publicKey": "key.pem", "tokenLife": 3600, "certificate": "server.pem", "key": "server.key"}

Prints its port, and ends when its standard input does. It writes a line for each connection and each request to the log.

It compares the digests that requests carry with their bodies, as S3 does and moto does not. For Cloud Storage it keeps
`ifGenerationMatch=0`, cuts lists into pages, gives tokens at /token for claims whose signature is right and at the metadata server's path, and asks
for them. As a proxy (`GET http://host/path`) it answers for every host. Objects at /BUCKET/KEY are public: requests without credentials
get them. For the token `sentinel-web-token` it gives a role (AssumeRoleWithWebIdentity), which moto does not know while it verifies signatures.

faults.json is read again when it has changed: a list of what is to be done instead of an answer, each once.

    [{"method": "PUT", "action": "status", "status": 503, "fields": [["Retry-After", "1"]], "body": "...", "uploads": 3}]

No method means any; `uploads` says how many objects must have been created before, `every` that it happens to each third request
of the kind, if it is 3.

Actions: `status` answers so; `stall` does not answer; `reset` breaks the connection half way through the body; `lost` carries
the request out and breaks the connection instead of answering; `truncate` ends an answer half way; `corrupt` changes a byte
of the body; `echo` answers with a status and with all that the request carried.
"""

import base64
import hashlib
import http.client
import json
import os
import re
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LIST = re.compile(r"/storage/v1/b/([^/]+)/o\?")
UPLOAD = re.compile(r"/upload/storage/v1/b/([^/]+)/o\?(.*)")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def parse_request(self):
        """A client that takes this for a proxy asks for a whole URL."""
        isParsed = super().parse_request()
        if isParsed and self.path.startswith("http://"):
            self.server.log(f"proxy {self.path.split('/')[2]}")
            self.path = "/" + self.path.split("/", 3)[3]
        return isParsed

    def handle_any(self):
        fault = self.server.fault(self.command, self.path)
        action = fault.get("action")
        self.server.log(f"{self.command} {self.path}")
        if action == "reset":
            self.rfile.read(self.length // 2)
            return self.reset()
        body = self.rfile.read(self.length)
        if action == "stall":
            self.connection.settimeout(600)
            self.rfile.read(1)
            return self.reset()
        if action == "status":
            return self.answer(fault["status"], fault.get("fields", []), fault.get("body", "").encode())
        if action == "echo":
            return self.answer(fault["status"], [], self.echo(body, fault.get("body", "")))
        if action == "corrupt":
            body = bytes([body[0] ^ 1]) + body[1:] if self.server.is_s3 else body[:-80] + b"?" + body[-79:]
        status, fields, content = self.checked(body)
        if action == "lost":
            return self.reset()
        self.answer(status, fields, content, isTruncated=action == "truncate")

    do_GET = do_HEAD = do_PUT = do_POST = handle_any

    @property
    def length(self):
        return int(self.headers.get("Content-Length", 0))

    def checked(self, body):
        if self.path.startswith("/token") or self.path.startswith("/computeMetadata/"):
            return self.server.tokens.answer(self.path, self.headers, body)
        if self.server.is_s3 and body.startswith(b"Action=AssumeRoleWithWebIdentity&"):
            return self.server.role(urllib.parse.parse_qs(body.decode()))
        if self.isPublic:
            return self.forward(self.command, *self.public())
        if not self.server.tokens.accept(self.headers):
            return failure(401, "authError", "Invalid Credentials")
        if not has_right_digests(self.headers, body):
            return 400, [], b"<Error><Code>BadDigest</Code><Message>The digest is not the body's.</Message></Error>"
        if LIST.match(self.path) and self.command == "GET":
            return self.page()
        upload = UPLOAD.fullmatch(self.path)
        if not upload:
            return self.counted(self.forward(self.command, self.path, body))
        with self.server.uploading:
            if "ifGenerationMatch=0" in upload[2].split("&") and self.exists(upload[1], body):
                return failure(412, "conditionNotMet", "At least one of the pre-conditions you specified did not hold.")
            return self.counted(self.forward(self.command, self.path, body))

    def page(self):
        """A page of a list, of which the emulator knows but the whole. A token is the place of the next name."""
        query = urllib.parse.parse_qs(self.path.partition("?")[2])
        status, fields, content = self.forward("GET", self.path, b"")
        if status != 200:
            return status, fields, content
        start, size = int(query.get("pageToken", ["0"])[0]), int(query.get("maxResults", ["1000"])[0])
        names = sorted(item["name"] for item in json.loads(content)["items"])
        page = {"items": [{"name": name} for name in names[start:start + size]]}
        more = {"nextPageToken": str(start + size)} if start + size < len(names) else {}
        return 200, [["Content-Type", "application/json"]], json.dumps(page | more).encode()

    def counted(self, answer):
        if self.command in ("PUT", "POST") and answer[0] == 200:
            self.server.count_upload()
        return answer

    @property
    def isPublic(self):
        isObject = self.server.is_s3 or not self.path.startswith(("/storage/", "/upload/"))
        return self.command in ("GET", "HEAD") and isObject and "Authorization" not in self.headers

    def public(self):
        """The path, the body and the fields by which the store's owner would ask for a public object."""
        if self.server.is_s3:
            return self.path, b"", self.server.signature(self.command, self.path)
        bucket, _, key = self.path[1:].partition("/")
        return f"/download/storage/v1/b/{bucket}/o/{key.replace('/', '%2F')}?alt=media", b"", {}

    def exists(self, bucket, body):
        name = json.loads(body.split(b"\r\n\r\n", 1)[1].split(b"\r\n--", 1)[0])["name"]
        path = f"/storage/v1/b/{bucket}/o/{urllib.parse.quote(name, safe='')}"
        return self.forward("GET", path, b"")[0] == 200

    def forward(self, method, path, body, more={}):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.settings["store"], timeout=120)
        fields = {name: value for name, value in self.headers.items() if name.lower() not in ("connection", "expect")}
        connection.request(method, path, body, fields | more if method == self.command else {})
        response = connection.getresponse()
        dropped = {"connection", "transfer-encoding", "server", "date"} | ({"content-length"} if method != "HEAD" else set())
        kept = [[name, value] for name, value in response.getheaders() if name.lower() not in dropped]
        content = response.read()
        connection.close()
        return response.status, kept, content

    def answer(self, status, fields, content, isTruncated=False):
        self.send_response_only(status)
        names = {name.lower() for name, _ in fields}
        if "date" not in names:
            self.send_header("Date", self.date_time_string())
        for name, value in fields:
            self.send_header(name, value)
        if self.command != "HEAD" and status != 204:
            self.send_header("Content-Length", str(len(content) + (100 if isTruncated else 0)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)
        if isTruncated:
            self.reset()

    def echo(self, body, template):
        carried = self.requestline + "\n" + str(self.headers) + body[:10_000].decode(errors="replace")
        quoted = json.dumps(carried)[1:-1].replace("&", "&amp;").replace("<", "&lt;")
        return (template or "%s").replace("%s", quoted).encode()

    def reset(self):
        self.close_connection = True
        # A linger time of nothing makes the system send a reset.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def log_message(self, *arguments):
        pass


def failure(status, reason, message):
    body = {"error": {"code": status, "message": message, "errors": [{"reason": reason, "message": message}]}}
    return status, [["Content-Type", "application/json"]], json.dumps(body).encode()


def has_right_digests(headers, body):
    md5, sha256 = headers.get("Content-MD5"), headers.get("x-amz-content-sha256")
    if md5 and base64.b64encode(hashlib.md5(body).digest()).decode() != md5:
        return False
    return not sha256 or sha256 == "UNSIGNED-PAYLOAD" or hashlib.sha256(body).hexdigest() == sha256


class Tokens:
    """Gives tokens, and knows those it gave."""

    def __init__(self, settings):
        self.settings = settings
        self.given = []
        self.lock = threading.Lock()

    def accept(self, headers):
        if not self.settings.get("publicKey"):
            return True
        with self.lock:
            # An emulator asks for no token; one that is sent must be good.
            return headers.get("Authorization") in [None] + [f"Bearer {token}" for token in self.given]

    def answer(self, path, headers, body):
        if path.startswith("/computeMetadata/"):
            isAsked = headers.get("Metadata-Flavor") == "Google"
        else:
            form = urllib.parse.parse_qs(body.decode())
            isAsked = form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"] and self.is_signed(
                form["assertion"][0], headers["Host"])
        if not isAsked:
            body = {"error": "invalid_grant", "error_description": "Invalid JWT Signature."}
            return 400, [], json.dumps(body).encode()
        with self.lock:
            self.given.append(f"ya29.sentinel-token-{len(self.given)}")
            answer = {"access_token": self.given[-1], "expires_in": self.settings["tokenLife"], "token_type": "Bearer"}
        return 200, [["Content-Type", "application/json"]], json.dumps(answer).encode()

    def is_signed(self, assertion, host):
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric import padding
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.serialization import load_pem_public_key

        header, claims, signature = (decoded(part) for part in assertion.split("."))
        with open(self.settings["publicKey"], "rb") as file:
            key = load_pem_public_key(file.read())
        try:
            key.verify(signature, assertion.rsplit(".", 1)[0].encode(), padding.PKCS1v15(), SHA256())
        except InvalidSignature:
            return False
        header, claims = json.loads(header), json.loads(claims)
        isTimely = abs(time.time() - claims["iat"]) < 300 and 0 < claims["exp"] - claims["iat"] <= 3600
        return (
            header["alg"] == "RS256" and header["kid"] == "key-1" and isTimely
            and claims["iss"] == "publisher@project.iam.gserviceaccount.com"
            and claims["aud"].split("/")[2] == host and "devstorage" in claims["scope"])


def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    handler = Handler

    def __init__(self, settings):
        super().__init__(("127.0.0.1", 0), self.handler)
        self.settings = settings
        self.is_s3 = settings["isS3"]
        self.lock, self.uploading = threading.Lock(), threading.Lock()
        self.tokens = Tokens(settings)
        self.faults, self.faults_state, self.uploads = [], None, 0
        self.context = None
        if settings.get("certificate"):
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(settings["certificate"], settings["key"])

    def fault(self, method, path):
        with self.lock:
            try:
                status = os.stat(self.settings["faults"])
            except FileNotFoundError:
                return {}
            state = (status.st_ino, status.st_mtime_ns)
            if state != self.faults_state:
                with open(self.settings["faults"], encoding="utf-8") as file:
                    self.faults, self.faults_state = json.load(file), state
            for place, fault in enumerate(self.faults):
                isDue = fault["method"] in ("", method) and self.uploads >= fault.get("uploads", 0)
                if isDue and fault.get("path", "") in path:
                    fault["asked"] = fault.get("asked", 0) + 1
                    if fault["asked"] % fault.get("every", 1):
                        continue
                    return fault if fault.get("isLasting") else self.faults.pop(place)
            return {}

    def count_upload(self):
        with self.lock:
            self.uploads += 1

    def signature(self, method, path):
        from botocore.auth import S3SigV4Auth
        from botocore.awsrequest import AWSRequest
        from botocore.credentials import Credentials

        request = AWSRequest(method, f"http://127.0.0.1:{self.settings['store']}{path}")
        S3SigV4Auth(Credentials(*self.settings["owner"]), "s3", "eu-west-1").add_auth(request)
        return dict(request.headers.items()) | {"Host": f"127.0.0.1:{self.settings['store']}"}

    def role(self, form):
        """What moto's AssumeRole gives the store's owner, in exchange for the right token."""
        from botocore.auth import SigV4Auth
        from botocore.awsrequest import AWSRequest
        from botocore.credentials import Credentials

        if form["WebIdentityToken"] != ["sentinel-web-token"]:
            return 400, [], b"<ErrorResponse><Error><Code>InvalidIdentityToken</Code></Error></ErrorResponse>"
        kept = {name: form[name][0] for name in ("RoleArn", "RoleSessionName", "Version")}
        body = urllib.parse.urlencode({"Action": "AssumeRole"} | kept)
        fields = {"Content-Type": "application/x-www-form-urlencoded"}
        request = AWSRequest("POST", f"http://127.0.0.1:{self.settings['store']}/", fields, body)
        SigV4Auth(Credentials(*self.settings["owner"]), "sts", "eu-west-1").add_auth(request)
        connection = http.client.HTTPConnection("127.0.0.1", self.settings["store"], timeout=120)
        connection.request("POST", "/", body, dict(request.headers.items()))
        response = connection.getresponse()
        return response.status, [], response.read()

    @property
    def greeting(self):
        return str(self.server_address[1])

    def log(self, line):
        with self.lock, open(self.settings["log"], "a", encoding="utf-8") as log:
            log.write(line + "\n")

    def finish_request(self, request, client_address):
        self.log("connection")
        if self.context:
            request = self.context.wrap_socket(request, server_side=True)
        super().finish_request(request, client_address)

    def handle_error(self, request, client_address):
        # Clients may go away at any time.
        pass


def main(kind):
    with open(sys.argv[1], encoding="utf-8") as file:
        server = kind(json.load(file))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.greeting, flush=True)
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main(Server)
