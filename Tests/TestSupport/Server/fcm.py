"""FCM's messages:send on this machine, as far as its definition tells: a body with a field that the API does not have, or with a
value of another type, is answered with 400 in Google's words, and a request without a token with 401.

Arguments: the definition (fcm.v1.json of google-api-python-client), and a file to which each accepted body is added as a line.
Prints its port. Ends with its input.
"""
import http.server
import json
import re
import sys
import threading

DEFINITION, LOG = sys.argv[1:]
SCHEMAS = json.load(open(DEFINITION))["schemas"]
TARGETS = {"token", "topic", "condition", "fid"}


class Fault(Exception):
    pass


def snake(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), name)


def check_object(value, schema, path):
    if not isinstance(value, dict):
        raise Fault(f"Invalid value at '{path}' (type.googleapis.com/{schema['id']}), {json.dumps(value)}")
    properties = {}
    for name, kind in schema.get("properties", {}).items():
        properties[name] = properties[snake(name)] = kind
    for name, member in value.items():
        if name not in properties:
            place = f" at '{path}'" if path else ""
            raise Fault(f'Invalid JSON payload received. Unknown name "{name}"{place}: Cannot find field.')
        check(member, properties[name], f"{path}.{name}" if path else name)


def check(value, kind, path):
    if value is None:
        return
    if "$ref" in kind:
        return check_object(value, SCHEMAS[kind["$ref"]], path)
    if not CHECKS[kind["type"]](value, kind, path):
        raise Fault(f"Invalid value at '{path}' (TYPE_{kind['type'].upper()}), {json.dumps(value)}")


def check_string(value, kind, path):
    if not isinstance(value, str):
        return False
    if "enum" in kind:
        return value in kind["enum"]
    if kind.get("format") == "google-duration":
        return re.fullmatch(r"\d{1,12}(\.\d{1,9})?s", value) is not None
    if kind.get("format") == "google-datetime":
        return re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z", value) is not None
    return True


def check_map(value, kind, path):
    if not isinstance(value, dict):
        return False
    if kind.get("additionalProperties", {}).get("type") == "any":
        return True
    for name, member in value.items():
        check(member, kind["additionalProperties"], f"{path}[{json.dumps(name)}]")
    return True


def check_array(value, kind, path):
    if not isinstance(value, list):
        return False
    for index, element in enumerate(value):
        check(element, kind["items"], f"{path}[{index}]")
    return True


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


CHECKS = {
    "string": check_string,
    "boolean": lambda value, kind, path: isinstance(value, bool),
    "integer": lambda value, kind, path: is_number(value) and value == int(value) and -(2**31) <= value < 2**31,
    "number": lambda value, kind, path: is_number(value),
    "object": check_map,
    "array": check_array,
}


def check_request(text):
    try:
        body = json.loads(text)
    except ValueError as error:
        raise Fault(f"Invalid JSON payload received. {error}") from error
    check_object(body, SCHEMAS["SendMessageRequest"], "")
    if len(TARGETS & set(body.get("message", {}))) != 1:
        raise Fault("Exactly one of token, topic, condition or fid must be set.")
    return body


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"]))
        project = re.fullmatch(r"/v1/projects/([a-z0-9.:-]+)/messages:send", self.path)
        if project is None:
            return self.answer(404, "NOT_FOUND", "Requested entity was not found.")
        if not re.fullmatch(r"Bearer [\w.~+/-]+=*", self.headers.get("Authorization", "")):
            return self.answer(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.")
        if not self.headers["Content-Type"].startswith("application/json"):
            return self.answer(400, "INVALID_ARGUMENT", "Invalid content type.")
        try:
            body = check_request(text)
        except Fault as fault:
            return self.answer(400, "INVALID_ARGUMENT", str(fault))
        with open(LOG, "a") as log:
            log.write(json.dumps(body) + "\n")
        self.send(200, {"name": f"projects/{project.group(1)}/messages/1"})

    def answer(self, code, status, message):
        self.send(code, {"error": {"code": code, "message": message, "status": status}})

    def send(self, code, value):
        body = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json; charset=UTF-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
sys.stdin.read()
