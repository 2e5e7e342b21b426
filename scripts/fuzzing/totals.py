"""What was tried, reached and found so far, target by target, over all calls."""

import contextlib
import fcntl
import json

from common import markdown


class Totals:
    def __init__(self, path):
        self.path = path

    @contextlib.contextmanager
    def _locked(self):
        """Several may run at once, such as a long one and a short look at one target."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path.with_suffix(".lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _read(self):
        return json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}

    def add(self, target, result):
        with self._locked():
            totals = self._read()
            entry = totals.setdefault(target, {"executed": 0, "quiet": 0, "seconds": 0, "edges": 0, "features": 0, "findings": []})
            entry["executed"] += result.executed
            entry["quiet"] = 0 if result.finding else entry["quiet"] + result.executed
            entry["seconds"] += result.seconds
            # Of the last turn, not the maximum: the program changes.
            entry["edges"], entry["features"] = result.edges or entry["edges"], result.features or entry["features"]
            if result.finding and result.finding not in entry["findings"]:
                entry["findings"].append(result.finding)
            written = self.path.with_suffix(".new")
            written.write_text(json.dumps(totals, indent=1, sort_keys=True), encoding="utf-8")
            written.replace(self.path)

    def quiet(self, target):
        """How many inputs in a row have found nothing."""
        return self._read().get(target, {}).get("quiet", 0)

    def executed(self, target):
        return self._read().get(target, {}).get("executed", 0)

    def share(self, target):
        """How much longer its turns are than those of others: slow ones get more time, so that all come to many inputs."""
        entry = self._read().get(target)
        if not entry or not entry["executed"]:
            return 1
        rate = entry["executed"] / max(1, entry["seconds"])
        return min(4, max(0.5, 40_000 / max(1, rate)))

    def table(self, names=None):
        entries = {name: entry for name, entry in self._read().items() if names is None or name in names}
        rows = [[name, entry["executed"], entry["edges"], len(entry["findings"]), entry["quiet"]] for name, entry in entries.items()]
        rows.append(["all", sum(row[1] for row in rows), "", sum(row[3] for row in rows), ""])
        return markdown([["target", "inputs", "edges", "findings", "inputs since"], *rows])

    def grouped(self):
        """The same in few lines, as docs/security.md has it."""
        entries, rows = self._read(), []
        for group, names in GROUPS.items():
            of_group = {name: entries.pop(name) for name in list(entries) if name in names.split() or (names == "*")}
            if of_group:
                values = of_group.values()
                rows.append([f"{group}: {', '.join(sorted(of_group))}", sum(e["executed"] for e in values), sum(e["edges"] for e in values),
                             sum(len(e["findings"]) for e in values), min(e["quiet"] for e in values)])
        rows.append(["all", sum(row[1] for row in rows), "", sum(row[3] for row in rows), ""])
        return markdown([["what is read", "inputs", "edges", "findings", "fewest since, of a target"], *rows])


GROUPS = {
    "pictures": "jpeg png gif webp heic avif tiff bmp jxl svg sniff icc",
    "what is cleaned": "strip-jpeg strip-png rewrite-gif",
    "movies": "movie ffprobe",
    "decoders of ours": "gif-decoder inflate",
    "JSON, addresses, moments": "json url url-rules punycode dates entity-tag condition",
    "campaigns and configuration": "yaml pipeline campaign table csv placeholder",
    "requests": "request-json request-jsonLines request-http request-shell request-javaScript request-python request-parts",
    "HTTP": "http-head range request-path answer",
    "stores": "s3-error",
    "workers": "worker-reply worker-job",
    "shards, caches, reports": "*",
}
