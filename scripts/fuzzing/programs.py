"""The programs that try inputs: built from the package in Fuzz, each with several targets."""

import dataclasses
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from common import ROOT, ended, fail

PACKAGE = ROOT / "Fuzz"
BUILD = PACKAGE / ".build"
NAMES = ["Fuzz", "FuzzDelivery", "FuzzPipeline"]
# Inputs of formats are longer than texts: a picture's data begins after its header.
TEXT_BYTES, MEDIA_BYTES = 32_768, 16_384


@dataclasses.dataclass
class Result:
    """What a turn of one target came to."""
    executed: int
    edges: int
    features: int
    seconds: int
    finding: str | None  # in the process's last words; nil where nothing was found
    folder: Path


class Programs:
    """All that are built, by their names, and each target's."""

    def __init__(self, address, plain, builds=True):
        self.plain = plain
        self.sanitizers = "fuzzer,address" if address else "fuzzer"
        # Copies, so that builds do not disturb running ones.
        self.place = tempfile.TemporaryDirectory(prefix="run-", dir=self._scratch())
        self.programs, self.targets = {}, {}
        for name, built in self._build(builds).items():
            program = self.programs[name] = Path(shutil.copy2(built, self.place.name)).resolve()
            told = ended([program], ends=None, env={"FUZZ_TARGET": ""}).stdout
            self.targets |= dict.fromkeys(told.split(), program)

    def _scratch(self):
        folder = BUILD / self.sanitizers.replace(",", "-")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def _build(self, builds):
        command = ["swift", "build", "--configuration", "release", "--package-path", PACKAGE, "--scratch-path", self._scratch()]
        if builds:
            done = ended(command, ends=None, stderr=subprocess.STDOUT, env={**os.environ, "FUZZ_SANITIZERS": self.sanitizers})
            if done.returncode:
                print(done.stdout)
                fail("the fuzzers cannot be built; the reasons stand above")
        built = {name: self._scratch() / "release" / name for name in NAMES}
        return {name: program for name, program in built.items() if program.exists()}

    def dictionary(self, target, seeds):
        return PACKAGE / "dictionaries" / ("media.dict" if seeds.name in MEDIA_KINDS else "text.dict")

    def run(self, target, seconds, seeds):
        """Tries one target for a while. It works in the folder of its findings, so that whatever libFuzzer writes lies there."""
        corpus, findings = BUILD / "corpus" / target, BUILD / "findings" / target
        corpus.mkdir(parents=True, exist_ok=True)
        findings.mkdir(parents=True, exist_ok=True)
        longest = MEDIA_BYTES if seeds.name in MEDIA_KINDS else TEXT_BYTES
        done = ended(
            [self.targets[target].resolve(), f"-max_total_time={seconds}", f"-artifact_prefix={findings.resolve()}/",
             f"-dict={self.dictionary(target, seeds).resolve()}", "-timeout=10", "-rss_limit_mb=2048", f"-max_len={longest}",
             "-print_final_stats=1", "-print_funcs=0", corpus.resolve(), seeds.resolve()],
            ends=None, cwd=findings, stdout=subprocess.DEVNULL, timeout=seconds + 300,
            env={"FUZZ_TARGET": target, "FUZZ_PLAIN": "1" if self.plain else "", "PATH": "/usr/bin:/bin",
                 "ASAN_OPTIONS": "detect_leaks=0", "SWIFT_BACKTRACE": "enable=no"})
        executed = re.search(r"number_of_executed_units: (\d+)", done.stderr)
        reached = re.findall(r"^#(\d+)\s.*cov: (\d+) ft: (\d+)", done.stderr, re.MULTILINE)
        last = [int(number) for number in reached[-1]] if reached else [0, 0, 0]
        finding = self._finding(done.stderr, findings) if done.returncode else None
        return Result(int(executed[1]) if executed else last[0], last[1], last[2], seconds, finding, findings)

    @staticmethod
    def _finding(said, findings):
        """Its last words, by which two findings are told apart."""
        words = re.findall(r"(?:Fatal error|SUMMARY)[^\n]*", said) or ["no words"]
        name = hashlib.sha256(said.encode()).hexdigest()[:12]
        (findings / f"log-{name}.txt").write_text(said[-20_000:])
        return re.sub(r"0x[0-9a-f]+|==\d+==", "", words[0])


MEDIA_KINDS = {"jpeg", "png", "gif", "webp", "heif", "avif", "tiff", "bmp", "jxl", "svg", "movie", "icc", "pictures"}
