"""A small campaign in two states: six pictures of 300x200 pixels and eight messages, of which the later state has other texts,
another picture, a picture more and a message less."""

import struct
import zlib

WIDTH, HEIGHT = 300, 200
COUNT = 6
MESSAGES = 8


def chunk(kind, data):
    """A part of a PNG file, with its length and its checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(number):
    """A picture that differs from those of other numbers. It has a comment, so that it must be rendered and not only copied."""
    rows = bytearray()
    for y in range(HEIGHT):
        row = ((x * 255 // WIDTH, (y + 37 * number) % 256, (x // 30 * number * 11 + y // 20 * 17) % 256) for x in range(WIDTH))
        rows += b"\0" + bytes(value for pixel in row for value in pixel)
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"tEXt", b"Comment\0number %d" % number) \
        + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")


def campaign(messages):
    """The text of campaign.yml for (identifier, picture, body)."""
    lines = ["version: 1", "defaults: {title: New today, target: {topic: news}}", "messages:"]
    return "\n".join(lines + [f"  - {{id: {name}, image: {picture}, body: {body}}}" for name, picture, body in messages]) + "\n"


def write_former(folder):
    """The campaign's former state."""
    folder.mkdir(parents=True)
    for number in range(COUNT):
        (folder / f"p{number}.png").write_bytes(png(number))
    (folder / "campaign.yml").write_text(campaign((f"m{number}", f"p{number % COUNT}.png", f"text {number}") for number in range(MESSAGES)))


def write_texts(folder):
    """Other texts, and a message less."""
    (folder / "campaign.yml").write_text(campaign(
        (f"m{number}", f"p{number % COUNT}.png", f"later text {number}" if number % 2 else f"text {number}")
        for number in range(MESSAGES - 1)))


def write_later(folder):
    """The same, with one picture that changed and one more."""
    write_texts(folder)
    (folder / "p1.png").write_bytes(png(21))
    (folder / "p9.png").write_bytes(png(22))
    with (folder / "campaign.yml").open("a") as file:
        file.write("  - {id: m9, image: p9.png, body: one more}\n")
