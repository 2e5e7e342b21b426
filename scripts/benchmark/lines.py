"""Requests on the lines of a file, made of a table by Python's csv and json alone: what a check of them is measured against."""

import csv
import json
import subprocess
import sys


def write_table(count, path):
    """So many rows, each to another device and with another title; fifty pictures in turn."""
    with path.open("w") as table:
        table.write("token,title,body,image\n")
        for number in range(count):
            table.write(f'bench{number:06}:{number * 7919:0130x},"Hello Name {number}, number {number}",'
                        f'"Twelve new pieces, thrown and glazed",'
                        f"https://static.example.com/push/copy-{number % 50:04}.029532b01e31.jpg\n")


def make_lines(table, lines):
    """In a process of its own, as people run such a script."""
    subprocess.run([sys.executable, __file__, table, lines], check=True)


def main(table, lines):
    with open(table, newline="") as rows, open(lines, "w") as out:
        for row in csv.DictReader(rows):
            image = {"notification": {"image": row["image"]}}
            apple = {"fcm_options": {"image": row["image"]}, "payload": {"aps": {"mutable-content": 1}}}
            words = {"body": row["body"], "title": row["title"]}
            out.write(json.dumps({"message": {"android": image, "apns": apple, "notification": words,
                                              "token": row["token"], "webpush": image}}) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
