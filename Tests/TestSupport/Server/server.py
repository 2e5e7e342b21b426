"""Gives the answers that a JSON file describes, on a free port of 127.0.0.1.

Prints the port, writes a line for each connection and each request to a log, and ends when its standard input does. The fields
that it is sent go to another file, a line for each.

    {"log": "access.log", "sent": "fields.log", "certificate": "server.pem", "key": "server.key", "answers": [
      {"path": "/a.jpg", "userAgent": "Chrome", "status": 200, "fields": [["Content-Type", "image/jpeg"]],
       "file": "a.jpg", "text": "...", "length": 10, "isLengthAbsent": false, "delay": 0.5, "times": 2,
       "condition": "Cookie: a=1", "method": "POST", "asked": "grant_type=refresh_token", "interim": [103]}]}

Without a certificate it speaks plain HTTP. `suites` are those that it takes, however weak they are, `isOfTLS12` says that it does not know
TLS 1.3, and `handshakeDelay` are seconds before the handshake; all may be missing. `file`, `text`, `userAgent`, `length`, `times`, `condition`, `method` and `asked` may be
missing: no body, any client, the true length, for ever, any other request. `condition` is a part of a line of the request's
header, `asked` of its body. `interim` are the statuses of answers that come before it.
"""

import json
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.log(f"{self.command} {self.path}")
        self.server.log(str(self.headers).rstrip(), to="sent")
        asked = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode(errors="replace")
        answer = self.server.answer(self.command, self.path, self.headers, asked)
        body = self.body(answer)
        time.sleep(answer.get("delay", 0))
        length = answer.get("length", len(body))
        for status in answer.get("interim", []):
            self.send_response_only(status)
            self.end_headers()
        self.send_response_only(answer["status"])
        for name, value in answer["fields"]:
            self.send_header(name, value)
        if not answer.get("isLengthAbsent"):
            self.send_header("Content-Length", str(length))
        self.close_connection = bool(answer.get("isLengthAbsent")) or length != len(body)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_HEAD = do_PUT = do_POST = do_GET

    def body(self, answer):
        if "file" in answer:
            with open(answer["file"], "rb") as file:
                return file.read()
        return answer.get("text", "").encode()

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, settings):
        super().__init__(("127.0.0.1", 0), Handler)
        self.settings = settings
        self.lock = threading.Lock()
        self.given = [0] * len(settings["answers"])
        self.context = None
        if "certificate" in settings:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            if settings.get("suites"):
                # Whatever is weak is for the client to refuse.
                self.context.set_ciphers(settings["suites"] + ":@SECLEVEL=0")
            if settings.get("isOfTLS12"):
                self.context.maximum_version = ssl.TLSVersion.TLSv1_2
            self.context.load_cert_chain(settings["certificate"], settings["key"])

    def answer(self, method, path, headers, asked):
        with self.lock:
            for place, answer in enumerate(self.settings["answers"]):
                if answer["path"] != path or answer.get("userAgent", "") not in headers.get("User-Agent", ""):
                    continue
                if answer.get("method", method) != method or answer.get("asked", "") not in asked:
                    continue
                if not any(answer.get("condition", "") in f"{name}: {value}" for name, value in headers.items()):
                    continue
                if "times" in answer:
                    if self.given[place] == answer["times"]:
                        continue
                    self.given[place] += 1
                return answer
        return {"status": 404, "fields": [], "text": "no such answer\n"}

    def log(self, line, to="log"):
        with self.lock, open(self.settings[to], "a", encoding="utf-8") as log:
            log.write(line + "\n")

    def finish_request(self, request, client_address):
        self.log("connection")
        if self.context is None:
            super().finish_request(request, client_address)
            return
        time.sleep(self.settings.get("handshakeDelay", 0))
        # Here, in the connection's own thread: a client that does not speak must not keep others waiting.
        with self.context.wrap_socket(request, server_side=True) as secured:
            super().finish_request(secured, client_address)
            # Says that the end is meant, so that clients see a short body and no broken connection.
            secured.settimeout(1)
            secured.unwrap()

    def handle_error(self, request, client_address):
        # Clients may go away at any time.
        pass


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        server = Server(json.load(file))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
