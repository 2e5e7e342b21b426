"""Uses a page in Chromium as a person does: by mouse, by keys, and by what a screen reader is told.

    {"chromium": "/usr/bin/chromium", "page": "/tmp/sheet.html", "downloads": "/tmp", "width": 1280, "height": 900, "steps": [
     {"click": "button.main"}, {"type": "Jo"}, {"key": "j"}, {"ask": "document.title"}, {"heard": "button"}, {"media": {"name": "value"}},
     {"picture": ["main", "/tmp/main.png"]}]}

stands in the file that it is given. It prints what the steps found as a JSON array: of `ask` the value of the expression, of `heard` the
names of what has that role in the accessibility tree, of all others null. `picture` writes what an element looks like as a PNG. `downloads` is where files go that the page offers.
"""

import asyncio
import base64
import json
import os
import sys
import tempfile
from pathlib import Path

from browser import Browser

# Keys without a character, and their codes (https://www.w3.org/TR/uievents-key/).
NAMED = {"Enter": 13, "Escape": 27, "Tab": 9}
READY = """new Promise(done => {
    const ask = () => document.readyState === "complete" ? setTimeout(done, 100) : setTimeout(ask, 20); ask(); })"""


def arguments(job, folder):
    return [
        job["chromium"], "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
        "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe", "--hide-scrollbars",
        # A screenshot has all its pictures: none is decoded later.
        "--disable-checker-imaging",
        f"--user-data-dir={folder}/profile", "--host-resolver-rules=MAP * ~NOTFOUND", "about:blank"]


async def click(browser, page, selector):
    """In the middle of the first element that matches, where the mouse must reach it."""
    spot = await browser.evaluate(
        f"""(() => {{ const one = document.querySelector({json.dumps(selector)}); one.scrollIntoView({{block: "center"}});
        const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()""", page)
    for kind in ("mousePressed", "mouseReleased"):
        await browser.ask("Input.dispatchMouseEvent", page, type=kind, x=spot[0], y=spot[1], button="left", clickCount=1)


async def press(browser, page, key):
    code = NAMED.get(key)
    values = {"key": key, "windowsVirtualKeyCode": code} if code else {"key": key, "text": key}
    await browser.ask("Input.dispatchKeyEvent", page, type="keyDown", **values)
    await browser.ask("Input.dispatchKeyEvent", page, type="keyUp", key=key)


async def heard(browser, page, role):
    nodes = (await browser.ask("Accessibility.getFullAXTree", page))["nodes"]
    return [node["name"]["value"] for node in nodes if not node["ignored"] and node.get("role", {}).get("value") == role and "name" in node]


async def picture(browser, page, selector, path):
    """An element is brought into view first, until it stands still: a page may draw only what is near."""
    box = await browser.evaluate(
        f"""new Promise(done => {{ let last = ""; const ask = () => {{ const one = document.querySelector({json.dumps(selector)});
        one?.scrollIntoView({{block: "center", behavior: "instant"}});
        const {{x, y, width, height}} = one?.getBoundingClientRect() ?? {{}}; const box = JSON.stringify([x, y, width, height]);
        if (one && box === last) return done({{x: x + scrollX, y: y + scrollY, width, height, scale: 1}});
        last = box; setTimeout(ask, 200); }}; ask(); }})""", page)
    shown = await browser.ask("Page.captureScreenshot", page, format="png", clip=box)
    Path(path).write_bytes(base64.b64decode(shown["data"]))


async def show(browser, page, job):
    await browser.ask("Page.navigate", page, url=Path(job["page"]).as_uri())
    await browser.evaluate(READY, page)


async def done(browser, page, step, job):
    [(kind, value)] = step.items()
    found = None
    match kind:
        case "click": await click(browser, page, value)
        case "key": await press(browser, page, value)
        case "type": await browser.ask("Input.insertText", page, text=value)
        case "ask": found = await browser.evaluate(value, page)
        case "heard": found = await heard(browser, page, value)
        case "picture": await picture(browser, page, *value)
        case "media":
            features = [{"name": name, "value": wanted} for name, wanted in value.items()]
            await browser.ask("Emulation.setEmulatedMedia", page, features=features)
            await show(browser, page, job)
    # What the page draws after it is there when it is asked.
    await browser.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))", page)
    return found


async def main():
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = await Browser.start(arguments(job, folder), dict(os.environ, HOME=folder, TMPDIR=folder))
        try:
            page, _ = await browser.open()
            await browser.ask("Browser.setDownloadBehavior", behavior="allow", downloadPath=job["downloads"])
            await browser.ask(
                "Emulation.setDeviceMetricsOverride", page, width=job["width"], height=job["height"], deviceScaleFactor=1,
                mobile=False)
            await browser.ask("Page.enable", page)
            await show(browser, page, job)
            print(json.dumps([await done(browser, page, step, job) for step in job["steps"]]))
        finally:
            browser.end()


asyncio.run(main())
