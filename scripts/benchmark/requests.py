"""Send requests as generators of them write them: small, each in a file of its own, a picture for every platform."""

import json


def request(number):
    picture = f"https://static.example.com/push/picture-{number}.jpg"
    return {"message": {
        "topic": "bench",
        "notification": {"title": f"Title {number}", "body": "A sentence of the length that people write."},
        "android": {"ttl": "86400s", "notification": {"image": picture}},
        "apns": {"payload": {"aps": {"mutable-content": 1}}, "fcm_options": {"image": picture}},
        "webpush": {"notification": {"image": picture}, "fcm_options": {"link": f"https://www.example.com/{number}"}},
    }}


def write_requests(count, folder, lines):
    """So many requests, as files in the folder and again as the lines of one file."""
    folder.mkdir()
    with lines.open("w") as file:
        for number in range(count):
            (folder / f"request-{number:05}.json").write_text(json.dumps(request(number), indent=2) + "\n")
            file.write(json.dumps(request(number)) + "\n")


def parse(folder):
    """The floor: every file read and parsed, and nothing else done with it."""
    for path in folder.iterdir():
        json.loads(path.read_bytes())


def parse_lines(path):
    for line in path.read_bytes().splitlines():
        json.loads(line)
