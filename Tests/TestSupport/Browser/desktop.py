"""A desktop of which there is nothing but the part that shows notifications: a message bus and the service behind it.

It speaks as much of D-Bus as a browser needs that asks for `org.freedesktop.Notifications`
(https://dbus.freedesktop.org/doc/dbus-specification.html, https://specifications.freedesktop.org/notification-spec/latest/).
Everything else that is asked of it is unknown to it.
"""

import asyncio
import re
import struct
import urllib.parse

SERVICE = "org.freedesktop.Notifications"
CALL, RETURN, ERROR = 1, 2, 3
PATH, INTERFACE, MEMBER, ERROR_NAME, REPLY_SERIAL, DESTINATION, SENDER, SIGNATURE = range(1, 9)
# Types of a fixed size, each aligned to it.
FIXED = {"y": "B", "n": "h", "q": "H", "i": "i", "u": "I", "b": "I", "x": "q", "t": "Q", "d": "d"}


class Reader:
    """Takes values off a message, by their signatures."""

    def __init__(self, data, order="<"):
        self.data, self.place, self.order = data, 0, order

    def align(self, size):
        self.place += -self.place % size

    def number(self, code):
        size = struct.calcsize(code)
        self.align(size)
        (value,) = struct.unpack_from(self.order + code, self.data, self.place)
        self.place += size
        return value

    def text(self, length):
        value = self.data[self.place:self.place + length].decode()
        self.place += length + 1
        return value

    def values(self, signature):
        found, rest = [], signature
        while rest:
            first, rest = split(rest)
            found.append(self.value(first))
        return found

    def value(self, signature):
        kind = signature[0]
        if kind in FIXED:
            return self.number(FIXED[kind])
        if kind in "so":
            return self.text(self.number("I"))
        if kind == "g":
            return self.text(self.number("B"))
        if kind == "v":
            return self.value(self.value("g"))
        if kind == "a":
            length = self.number("I")
            self.align(alignment(signature[1]))
            end, found = self.place + length, []
            while self.place < end:
                found.append(self.value(signature[1:]))
            return found
        self.align(8)
        return self.values(signature[1:-1])


def alignment(kind):
    return struct.calcsize(FIXED[kind]) if kind in FIXED else {"g": 1, "v": 1, "(": 8, "{": 8}.get(kind, 4)


def split(signature):
    """The first whole type of a signature, and the rest."""
    end = len(signature) - len(signature.lstrip("a"))
    depth = 0
    while True:
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(signature[end], 0)
        end += 1
        if depth == 0:
            return signature[:end], signature[end:]


class Writer:
    """Puts values into a message. Booleans are `b`, numbers `u`, texts `s` and lists `as`."""

    def __init__(self):
        self.data = b""

    def align(self, size):
        self.data += bytes(-len(self.data) % size)

    def number(self, value):
        self.align(4)
        self.data += struct.pack("<I", value)

    def text(self, value):
        self.number(len(value.encode()))
        self.data += value.encode() + b"\0"

    def value(self, value):
        """Writes it, and tells its signature."""
        if isinstance(value, bool | int):
            self.number(value)
            return "b" if isinstance(value, bool) else "u"
        if isinstance(value, str):
            self.text(value)
            return "s"
        inner = Writer()
        for element in value:
            inner.text(element)
        self.number(len(inner.data))
        self.data += inner.data
        return "as"

    def field(self, code, signature, value):
        self.align(8)
        self.data += bytes([code, 1]) + signature.encode() + b"\0"
        if signature == "g":
            self.data += bytes([len(value)]) + value.encode() + b"\0"
        else:
            self.value(value)


def message(kind, serial, fields, values=()):
    body, header = Writer(), Writer()
    signature = "".join(body.value(value) for value in values)
    for code, type_, value in fields + ([(SIGNATURE, "g", signature)] if signature else []):
        header.field(code, type_, value)
    # The array of fields begins at the sixteenth byte, so that its own alignment is the message's.
    start = struct.pack("<cBBBIII", b"l", kind, 0, 1, len(body.data), serial, len(header.data)) + header.data
    return start + bytes(-len(start) % 8) + body.data


class Notification:
    """What a client asked the desktop to show."""

    def __init__(self, summary, body):
        self.summary, self.body = summary, body

    @property
    def picture(self):
        """Width and height of the picture that comes along, in pixels, as the header of a PNG tells them."""
        found = re.search(r'<img src="file://([^"]+)"', self.body)
        if not found:
            return None
        with open(urllib.parse.unquote(found[1]), "rb") as file:
            return list(struct.unpack(">16x2I", file.read(24)))


class Desktop:
    """Listens at a path for clients of the bus. Its address is `unix:path=` and the path."""

    def __init__(self):
        self.shown = []
        self.serial = 0
        self.clients = []

    async def listen(self, path):
        await asyncio.start_unix_server(self.serve, path)

    async def end(self):
        """Waits until all clients have gone."""
        await asyncio.gather(*self.clients)

    async def serve(self, reader, writer):
        self.clients.append(asyncio.current_task())
        name = f":1.{len(self.clients)}"
        try:
            await self.greet(reader, writer)
            while True:
                await self.answer(name, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def greet(self, reader, writer):
        await reader.readexactly(1)
        while (line := (await reader.readuntil(b"\r\n")).split())[0] != b"BEGIN":
            # Everyone who can open the socket is accepted; no one may send open files.
            writer.write(b"OK 0123456789abcdef0123456789abcdef\r\n" if line[0] == b"AUTH" else b"ERROR\r\n")

    async def answer(self, name, reader, writer):
        start = await reader.readexactly(16)
        order = "<" if start[:1] == b"l" else ">"
        length, serial, header = struct.unpack(order + "4xIII", start)
        fields = await reader.readexactly(header + -header % 8)
        body = Reader(await reader.readexactly(length), order)
        told = Reader(start + fields, order)
        told.place = 12
        known = {code: value for code, value in told.value("a(yv)")}
        if start[1] != CALL:
            return
        arguments = body.values(known.get(SIGNATURE, ""))
        result = self.call(name, known.get(MEMBER), arguments)
        self.serial += 1
        reply = [(REPLY_SERIAL, "u", serial), (DESTINATION, "s", name), (SENDER, "s", known.get(DESTINATION, SERVICE))]
        if result is None:
            unknown = (ERROR_NAME, "s", "org.freedesktop.DBus.Error.UnknownMethod")
            writer.write(message(ERROR, self.serial, [unknown] + reply))
        elif not start[2] & 1:
            writer.write(message(RETURN, self.serial, reply, result))

    def call(self, name, member, arguments):
        """The values of the answer; None for what it does not know."""
        match member:
            case "Hello":
                return [name]
            case "AddMatch" | "RemoveMatch" | "CloseNotification":
                return []
            case "NameHasOwner":
                return [arguments[0] == SERVICE]
            case "GetNameOwner" if arguments[0] == SERVICE:
                return [SERVICE]
            case "StartServiceByName" if arguments[0] == SERVICE:
                return [2]
            case "GetServerInformation":
                return ["desktop", "tests", "1", "1.2"]
            case "GetCapabilities":
                return [["actions", "body", "body-images", "body-markup", "persistence"]]
            case "Notify":
                self.shown.append(Notification(arguments[3], arguments[4]))
                return [len(self.shown)]
        return None
