"""What holds whatever happens. Each function gives a list of sentences, one for each thing that does not hold."""

import hashlib
import json
import re
import signal

from tortures.scene import State

PUBLISHED = re.compile(r"(.+)\.([0-9a-f]{12})\.(png|jpg|gif|mp4)")
# Text that messages to people must not contain.
CRASH = re.compile(r"Fatal error|Stack dump|Illegal instruction|Segmentation|crashed at|Backtrace|Precondition failed|💣")
STATUSES = {0, 1, 2, 3}
# Dot folders that stay in the working folder.
KEPT = {".richpush-cache", ".richpush-state"}


def of_outcome(outcome, signals=(), isSilent=False):
    """The exit status is a documented one, and standard error says why."""
    if outcome.isLate:
        return ["it did not end by itself"]
    problems, text = [], outcome.output + outcome.errors
    expected = STATUSES | {128 + number for number in signals} | {-number for number in signals}
    if outcome.status not in expected and not outcome.isKilled:
        problems.append(f"it ended with {outcome.status}: {text[-1500:]}")
    if CRASH.search(text):
        problems.append(f"it crashed: {text[-1500:]}")
    if outcome.status in (1, 2, 3) and not outcome.errors.strip() and not outcome.output.strip() and not isSilent:
        problems.append(f"it ended with {outcome.status} and said nothing")
    return problems


def of_published(state):
    """Whatever has a published name has the bytes of which the name was made."""
    found = {name.removeprefix("public/"): content for name, content in state.files.items() if name.startswith("public/")}
    problems = []
    for name, content in [*found.items(), *state.objects.items()]:
        if name.startswith("."):
            continue
        match = PUBLISHED.fullmatch(name)
        if not match:
            problems.append(f"{name} has no published name")
        elif hashlib.sha256(content).hexdigest()[:12] != match[2]:
            problems.append(f"{name} has other bytes than its name says ({len(content)} bytes)")
    return problems


def of_requests(scene, state):
    """Each request is whole, and what it refers to is there."""
    scene.current_objects, problems = state.objects, []
    for name, content in state.files.items():
        if not name.startswith("payloads/") or not name.endswith(".json"):
            continue
        try:
            request = json.loads(content.replace(b"round-00000/", scene.prefix.encode()))
        except ValueError:
            problems.append(f"{name} is no JSON ({len(content)} bytes)")
            continue
        if "message" in request:
            problems += [f"{name} refers to {url}: {what}" for url in set(pictures_of(request)) if (what := fault_of(scene, url))]
    return problems


def pictures_of(value):
    """All URLs of pictures in a request."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield from [child] if key == "image" and isinstance(child, str) else pictures_of(child)
    elif isinstance(value, list):
        for child in value:
            yield from pictures_of(child)


def fault_of(scene, url):
    """What is wrong with what a URL leads to, or nil."""
    content, match = scene.content(url), PUBLISHED.fullmatch(url.rpartition("/")[2])
    if content is None:
        return "it is not there"
    isRight = match and hashlib.sha256(content).hexdigest()[:12] == match[2]
    return None if isRight else "it has other bytes"


def of_set(scene, state, outcome):
    """The request folder is wholly the former or wholly the later set; where files were refused, each request is one of either."""
    found, former, later = (each.below("payloads") for each in (state, scene.former, scene.later))
    if outcome.status == 0 and found != later and scene.name != "shards":
        return [f"it ended with 0 and the requests are not the later set: {difference(found, later)}"]
    if found in (former, later):
        return []
    if outcome.status != 1:
        return [f"the requests are neither set; to the former: {difference(found, former)}; to the later: {difference(found, later)}"]
    changed = [name for name, digest in found.items() if not name.endswith("index.json") and "/stale/" not in name
               and digest not in (former.get(name), later.get(name))]
    return [f"after refusals these requests are of neither set: {changed}"] if changed else []


def of_reports(state):
    """A report is whole or not there, and so is the contact sheet."""
    report, sheet, problems = state.files.get("out/report.json"), state.files.get("out/sheet.html"), []
    try:
        json.loads(report) if report is not None else None
    except ValueError:
        problems.append("out/report.json is cut")
    if sheet is not None and not sheet.rstrip().endswith(b"</html>"):
        problems.append("out/sheet.html is cut")
    return problems


def of_rest(scene, state, isExact=True, mayWithdraw=False):
    """After an undisturbed run everything is as if there had been no fault, and nothing is left of the one that had it. Where files
    were refused (`mayWithdraw`), their former requests are in stale/ still."""
    problems = []
    for what in ("public", "payloads"):
        found, wanted = state.below(what), scene.later.below(what)
        if mayWithdraw:
            found = {name: digest for name, digest in found.items() if name in wanted or "/stale/" not in name}
        if not isExact:
            found = {name: digest for name, digest in found.items() if name in wanted}
            wanted = {name: digest for name, digest in wanted.items() if "/stale/" not in name}
            found = {name: digest for name, digest in found.items() if name in wanted}
        if found != wanted:
            problems.append(f"{what} differs from what an undisturbed run makes: {difference(found, wanted)}")
    if isExact and state.objects != scene.later.objects:
        problems.append(f"the bucket differs from what an undisturbed run makes: {difference(state.objects, scene.later.objects)}")
    if isExact and sheet(state) != sheet(scene.later):
        problems.append("out/sheet.html differs from what an undisturbed run makes")
    return problems + leftovers(scene, state)


# Only the run that loaded URLs reports their answers; the next one trusts them for an hour.
OF_ANSWERS = re.compile(rb"<li class=\"warning\"[^>]*>(?:(?!</li>).)*<code>http\.[a-z-]+</code>(?:(?!</li>).)*</li>\n?", re.DOTALL)


# What tells of the moment, and of the set that was there before.
OF_HISTORY = [
    (re.compile(pattern, re.DOTALL), kept) for pattern, kept in (
        (rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", b""),
        (rb"proven(?: at| on|,|:)[^<]*(?:<code>richpush verify</code> asks again)?", b"proven"),
        (rb" data-(?:proven|expired)=\"[^\"]*\"", b""),
        # Each round has a place of its own in a bucket, so that addresses in requests differ.
        (rb" data-sha=\"[0-9a-f]{64}\"", b""),
        (rb"<li class=\"note\"[^>]*><p><strong>Note</strong> The request is new, or differs from the last set\.</p>.*?</li>\n?", b""),
        (rb"<a href=\"#look-\d+\" class=\"note\">changed</a>", b""),
        (rb"(data-rules=\"[^\"]*?)\bchanged ?", rb"\1"),
        (rb" data-rules=\"\"|<(ul|p) class=\"(findings|chips)\"></\1>\n?", b""),
        (rb"look-\d+", b"look"),
    )
]


def sheet(state):
    """The contact sheet without its history, and without what tells which renditions were made already and which URLs were asked."""
    page = OF_ANSWERS.sub(b"", state.files.get("out/sheet.html", b"").replace(b", from the cache", b""))
    for pattern, kept in OF_HISTORY:
        page = pattern.sub(kept, page)
    return page


def leftovers(scene, state):
    """Temporary and hidden files that are not removed any more."""
    left = [name for name in state.names if name.split("/")[0] not in KEPT and "/." in "/" + name or name.endswith((".tmp", ".next"))]
    known = {name.split("/")[0] for name in scene.later.names | scene.former.names} | KEPT
    left += [name for name in state.names if "/" not in name and name not in known and name not in left]
    left += [f"{folder}/{entry.name}" for folder in ("tmp", "home") for entry in (scene.place / folder).iterdir()]
    return [f"left behind: {', '.join(sorted(left))}"] if left else []


def difference(found, wanted):
    """In a few words."""
    missing, more = sorted(wanted.keys() - found.keys()), sorted(found.keys() - wanted.keys())
    other = sorted(name for name in found.keys() & wanted.keys() if found[name] != wanted[name])
    return f"missing {missing}, too many {more}, other bytes {other}"


def signals_of(fault):
    """The signals that explain how a run ended."""
    return [number for number in fault.signals if number != signal.SIGKILL]
