"""The pictures in docs/images: what a run of the sample campaign prints and writes, as a browser shows it."""
import hashlib
import html
import json
import re
import shutil
import tempfile
from pathlib import Path

from common import ROOT, ended
from documents import session

FOLDER = ROOT / "docs/images"
# The digest of each picture's page, so that a picture is only taken again when it would differ.
RECORD = FOLDER / "made-from.json"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars", "--disable-dev-shm-usage",
                 "--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=10000"]
GROUND, WIDTH, HEIGHT = "245 246 248", 1200, 2400
STYLE = """
body { margin: 0; padding: 16px 0; background: rgb(245 246 248); color: #1c2127; font: 15px/1.4 system-ui, sans-serif; }
table { width: 1168px; margin: 0 auto; border-collapse: separate; border-spacing: 0 8px; }
td { background: #fff; padding: 8px 16px; height: 72px; vertical-align: middle; }
td:first-child { border-radius: 12px 0 0 12px; width: 340px; } td:last-child { border-radius: 0 12px 12px 0; }
b { display: block; } span { color: #59626d; font-size: 13px; }
div { display: inline-flex; align-items: center; vertical-align: middle; gap: 12px; width: 370px; }
img, i { flex: none; height: 72px; width: 144px; object-fit: contain; object-position: left; }
i { background: #e8ebf0; color: #59626d; display: grid; place-content: center; font: 24px sans-serif; }
"""
SOURCE = re.compile(r"(\S.*?)  (.*)  published")
RENDITION = re.compile(r"  -> (?:(.+?): )?(\w+ \d+x\d+, [\d.]+ \w+) of .*")


def renew(program, cache, check, exact):
    """Takes each picture again whose page has changed, or with `check` says which that is."""
    with tempfile.TemporaryDirectory(prefix="richpush-docs-") as folder:
        pages = made(program, cache, Path(folder))
        digests = {name: hashlib.sha256(page.encode()).hexdigest() for name, page in pages.items()}
        known = json.loads(RECORD.read_text()) if RECORD.exists() else {}
        old = [name for name in pages if digests[name] != known.get(name)]
        if check:
            return [f"docs/images/{name} is old: run `make docs`" for name in old if exact]
        for name in old:
            photograph(pages[name], FOLDER / name, Path(folder))
    RECORD.write_text(json.dumps(digests, indent=2) + "\n")
    return []


def made(program, cache, folder):
    """The page of each picture."""
    work = session.prepared(folder, cache)
    printed = ended([program, "run", "samples/campaign", "--trial", "--verbose", "--contact-sheet", "sheet.html"], cwd=work).stdout
    # Whether an earlier page needed it does not matter here.
    sheet = (work / "sheet.html").read_text().replace(", from the cache", "")
    return {"contact-sheet.jpg": first_message(sheet), "sample-campaign.jpg": overview(printed)}


def first_message(sheet):
    """The contact sheet with its first message alone."""
    head, body, rest = re.split(r"(<body[^>]*>)", sheet, maxsplit=1)
    article, script = (re.search(rf"<{name}.*?</{name}>", rest, re.DOTALL)[0] for name in ("article", "script"))
    return f'{head}{body}<main id="messages"><section>{article}</section></main>{script}</body></html>'


def overview(printed):
    """What became of each file, in the words of the run."""
    lines, rows = printed.splitlines(), []
    for line, following in zip(lines, lines[1:]):
        if found := SOURCE.fullmatch(line):
            rows.append(f"<tr><td><b>{html.escape(found[1])}</b><span>{html.escape(found[2])}</span></td><td>")
        elif found := RENDITION.fullmatch(line):
            rows.append(rendition(found[1] or "", found[2], following.strip().rsplit("/", 1)[1]))
    return f"<!doctype html><meta charset=utf-8><style>{STYLE}</style><table>{''.join(rows)}</table>"


def rendition(platforms, facts, name):
    clients = platforms or ("iOS" if name.endswith((".mp4", ".gif")) else "all clients")
    picture = "<i>&#9654;</i>" if name.endswith(".mp4") else f"<img src='public/{name}'>"
    return f"<div>{picture}<span><b>{clients}</b>{facts}</span></div>"


def photograph(page, path, folder):
    """A JPEG of a page, cut to what is on it."""
    work = folder / "work"
    (work / "page.html").write_text(page)
    browser = next(filter(None, map(shutil.which, BROWSERS)))
    taken, cut = work / "taken.png", work / "cut.v"
    ended([browser, *BROWSER_FLAGS, f"--user-data-dir={folder}/profile", f"--window-size={WIDTH},{HEIGHT}",
           f"--screenshot={taken}", (work / "page.html").as_uri()])
    found = ended(["vips", "find_trim", taken, "--threshold", "3", "--background", GROUND])
    _, top, _, height = found.stdout.split()
    rows = [str(max(0, int(top) - 16)), str(WIDTH), str(int(height) + 32)]
    ended(["vips", "crop", taken, cut, "0", *rows])
    ended(["vips", "jpegsave", cut, path, "--Q", "84", "--strip", "--background", GROUND])
