"""Shows push messages in Chromium as its users get them, and tells what came of each.

    {"chromium": "/usr/bin/chromium", "certificate": "server.pem", "key": "server.key",
     "servers": {"https://static.example.com": "settings.json"},
     "pushes": [{"site": "https://shop.example.com", "payload": {"notification": {"title": "..."}}}]}

stands in the file that it is given. `servers` are origins and what server.py serves there; every site gets a page and worker.js beside
that. The names lead to this machine inside the browser alone, and no other name leads anywhere. For each push it prints, in their
order, how it ended in the worker (`error`), the notifications that the site has of it then (`shown`), what the desktop was given
(`summary`, `body`, and width and height of `picture`), and why the browser did not load the picture (`failure`):

    {"browser": "Chrome/156.0.8078.79", "outcomes": [{"error": null, "shown": [{"title": "..."}], "failure": null,
     "desktop": {"summary": "...", "body": "...", "picture": [200, 100]}}]}

Every title stands in one message alone: by it the desktop's are told apart.

The browser is driven by the DevTools protocol over a pipe (https://chromedevtools.github.io/devtools-protocol/).
"""

import asyncio
import base64
import fcntl
import hashlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Server"))

from desktop import Desktop  # noqa: E402
from server import Server  # noqa: E402

# Seconds for one answer of the browser, which may have to wait for a picture, and pushes that are under way at a time.
PATIENCE, WIDTH = 60, 6


class Browser:
    """A connection to a running Chromium, which ends with it."""

    def __init__(self, write, process):
        self.write, self.process = write, process
        self.waiting, self.number = {}, 0
        self.registrations, self.workers, self.addresses, self.failures = {}, {}, {}, {}
        self.changed = asyncio.Event()

    @classmethod
    async def start(cls, arguments, environment):
        (from_us, write), (read, to_us) = os.pipe(), os.pipe()
        # Far from the numbers 3 and 4, at which the browser looks for them.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in (from_us, to_us)]
        actions = [(os.POSIX_SPAWN_DUP2, ends[0], 3), (os.POSIX_SPAWN_DUP2, ends[1], 4)]
        quiet = os.open(os.devnull, os.O_RDWR)
        actions += [(os.POSIX_SPAWN_DUP2, quiet, stream) for stream in (0, 1, 2)]
        process = os.posix_spawn(arguments[0], arguments, environment, file_actions=actions, setpgroup=0)
        for end in [from_us, to_us, quiet, *ends]:
            os.close(end)
        browser = cls(write, process)
        reader = asyncio.StreamReader(limit=1 << 26)
        protocol = asyncio.StreamReaderProtocol(reader)
        await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, os.fdopen(read, "rb"))
        browser.reading = asyncio.create_task(browser.read(reader))
        return browser

    def end(self):
        self.reading.cancel()
        os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    async def read(self, reader):
        while True:
            try:
                message = json.loads((await reader.readuntil(b"\0"))[:-1])
            except asyncio.IncompleteReadError:
                for answer in self.waiting.values():
                    answer.set_exception(RuntimeError("the browser has ended"))
                return
            if "id" in message:
                self.waiting.pop(message["id"]).set_result(message)
            else:
                self.note(message["method"], message["params"], message.get("sessionId"))

    def note(self, event, values, session):
        match event:
            case "ServiceWorker.workerRegistrationUpdated":
                for one in values["registrations"]:
                    self.registrations[one["scopeURL"]] = one["registrationId"]
            case "Target.attachedToTarget" if values["targetInfo"]["type"] == "service_worker":
                self.workers[values["targetInfo"]["url"]] = values["sessionId"]
            case "Network.requestWillBeSent":
                # One request keeps its number through all of its redirects: the first address is the one that was asked for.
                self.addresses.setdefault((session, values["requestId"]), values["request"]["url"])
            case "Network.loadingFailed":
                address = self.addresses.get((session, values["requestId"]))
                self.failures[session, address] = values["errorText"]
        self.changed.set()

    async def until(self, known, key):
        """What becomes known under a key."""
        async with asyncio.timeout(PATIENCE):
            while key not in known:
                self.changed.clear()
                await self.changed.wait()
        return known[key]

    async def ask(self, method, session=None, **values):
        self.number += 1
        answer = self.waiting[self.number] = asyncio.get_running_loop().create_future()
        request = {"id": self.number, "method": method, "params": values}
        os.write(self.write, json.dumps(request | ({"sessionId": session} if session else {})).encode() + b"\0")
        message = await asyncio.wait_for(answer, PATIENCE)
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']['message']}")
        return message["result"]

    async def evaluate(self, expression, session):
        answer = await self.ask("Runtime.evaluate", session, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    async def open(self):
        """A session of a new page, and what closes it."""
        target = (await self.ask("Target.createTarget", url="about:blank"))["targetId"]
        return (await self.ask("Target.attachToTarget", targetId=target, flatten=True))["sessionId"], target


class Site:
    """An origin whose visitors have agreed to notifications. Its page is closed again: pages that are seen get messages instead."""

    def __init__(self, browser, desktop, origin):
        self.browser, self.desktop, self.origin = browser, desktop, origin

    async def open(self, controller):
        self.controller = controller
        await self.browser.ask("Browser.grantPermissions", origin=self.origin, permissions=["notifications"])
        page, target = await self.browser.open()
        await self.browser.ask("Page.navigate", page, url=self.origin + "/page.html")
        await self.browser.evaluate(
            "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready).then(() => null)", page)
        self.worker = await self.browser.until(self.browser.workers, self.origin + "/worker.js")
        self.registration = await self.browser.until(self.browser.registrations, self.origin + "/")
        await self.browser.ask("Network.enable", self.worker)
        await self.browser.ask("Target.closeTarget", targetId=target)

    async def push(self, payload):
        """What came of a message."""
        text = json.dumps(payload, separators=(",", ":"), ensure_ascii=False)
        await self.browser.ask(
            "ServiceWorker.deliverPushMessage", self.controller, origin=self.origin, registrationId=self.registration,
            data=text)
        error = await self.browser.evaluate(f"ending({json.dumps(text)})", self.worker)
        notification = payload.get("notification") if error is None else None
        given = await self.given(notification.get("title", "")) if notification else None
        failure = self.browser.failures.get((self.worker, notification.get("image"))) if notification else None
        return {"error": error, "desktop": given, "failure": failure}

    async def given(self, title):
        """What the desktop was given under a title, which comes a moment after the worker is told."""
        async with asyncio.timeout(PATIENCE):
            while not (found := [one for one in self.desktop.shown if one.summary == title]):
                await asyncio.sleep(0.02)
        return {"summary": found[0].summary, "body": found[0].body, "picture": found[0].picture}

    async def shown(self):
        """What the site can read of all that it shows, when nothing is on its way: the browser forgets what it has not given yet."""
        return await self.browser.evaluate("shown()", self.worker)


def start_server(settings):
    server = Server(settings)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def start_servers(job, folder):
    """The ports of all origins."""
    pages = [
        {"path": "/page.html", "status": 200, "fields": [["Content-Type", "text/html"]], "text": "<!doctype html>"},
        {"path": "/worker.js", "status": 200, "fields": [["Content-Type", "text/javascript"]],
         "file": str(HERE / "worker.js")},
    ]
    sites = {push["site"] for push in job["pushes"]}
    ports = {}
    for origin in sites | set(job["servers"]):
        settings = {"certificate": job["certificate"], "key": job["key"], "log": f"{folder}/log", "sent": f"{folder}/sent", "answers": []}
        if origin in job["servers"]:
            settings = json.loads(Path(job["servers"][origin]).read_text(encoding="utf-8"))
        settings["answers"] += pages if origin in sites else []
        ports[origin] = start_server(settings)
    return ports


def key_digest(job):
    """What the browser knows the servers' certificate by, whatever name it is asked for."""
    key = subprocess.run(["openssl", "pkey", "-in", job["key"], "-pubout", "-outform", "der"], capture_output=True, check=True).stdout
    return base64.b64encode(hashlib.sha256(key).digest()).decode()


def place(origin):
    parts = urlsplit(origin)
    return f"{parts.hostname}:{parts.port or {'http': 80, 'https': 443}[parts.scheme]}"


def arguments(job, ports, folder):
    rules = [f"MAP {place(origin)} 127.0.0.1:{port}" for origin, port in ports.items()]
    return [
        job["chromium"], "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
        "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
        f"--user-data-dir={folder}/profile", "--ignore-certificate-errors-spki-list=" + key_digest(job),
        "--host-resolver-rules=" + ", ".join(rules + ["MAP * ~NOTFOUND"]), "about:blank",
    ]


async def outcomes(browser, desktop, job):
    controller, _ = await browser.open()
    await browser.ask("ServiceWorker.enable", controller)
    await browser.ask(
        "Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True,
        filter=[{"type": "service_worker"}])
    sites = {push["site"]: Site(browser, desktop, push["site"]) for push in job["pushes"]}
    for site in sites.values():
        await site.open(controller)
    free = asyncio.Semaphore(WIDTH)

    async def outcome(push):
        async with free:
            return await sites[push["site"]].push(push["payload"])

    found = await asyncio.gather(*map(outcome, job["pushes"]))
    shown = {origin: await site.shown() for origin, site in sites.items()}
    return [
        one | {"shown": [other for other in shown[push["site"]] if other["data"]["FCM_MSG"] == push["payload"]]}
        for one, push in zip(found, job["pushes"])]


async def main():
    job = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        desktop = Desktop()
        await desktop.listen(folder + "/bus")
        environment = dict(os.environ, DBUS_SESSION_BUS_ADDRESS=f"unix:path={folder}/bus", TMPDIR=folder, HOME=folder, LANGUAGE="en_US")
        browser = await Browser.start(arguments(job, start_servers(job, folder), folder), environment)
        try:
            version = (await browser.ask("Browser.getVersion"))["product"]
            print(json.dumps({"browser": version, "outcomes": await outcomes(browser, desktop, job)}))
        finally:
            browser.end()
            await desktop.end()


if __name__ == "__main__":
    asyncio.run(main())
