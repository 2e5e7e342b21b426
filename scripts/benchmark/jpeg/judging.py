"""What the judges say of a JPEG: runs in the processes that work.

Luma is that of JFIF (ITU-T T.871, 7), not rounded. The measures of piq are taken with its defaults, of values 0 to 1.
"""

import contextlib
import functools
import hashlib
import importlib.util
import io
import json
import os
import sys
import types

from benchmark.jpeg.environment import built, output_of
from benchmark.jpeg.photographs import colours

# The module and the function of piq, and whether it judges colour.
PIQ = {"haarpsi": ("haarpsi", "haarpsi", True), "ms-ssim": ("ms_ssim", "multi_scale_ssim", False),
       "fsimc": ("fsim", "fsim", True), "mdsi": ("mdsi", "mdsi", True), "vifp": ("vif", "vif_p", False),
       "gmsd": ("gmsd", "gmsd", False), "vsi": ("vsi", "vsi", True), "dss": ("dss", "dss", False),
       "iw-ssim": ("iw_ssim", "information_weighted_ssim", False), "sr-sim": ("srsim", "srsim", False)}


def judged(picture, encoded, names, binaries, cache):
    """The judgements of these names, by name. Those of a file are kept in the folder, so that none is made twice."""
    key = hashlib.sha256(str(picture.path).encode() + encoded.path.read_bytes()).hexdigest()
    kept = cache / f"{key}.json"
    known = json.loads(kept.read_text()) if kept.exists() else {}
    if missing := [name for name in names if name not in known]:
        known |= judgements(picture, encoded, missing, binaries)
        whole = kept.with_suffix(f".{os.getpid()}")
        whole.write_text(json.dumps(known))
        whole.replace(kept)
    return {name: known[name] for name in names}


def judgements(picture, encoded, names, binaries):
    pair, found = Pair(picture.path, encoded.path, binaries), {}
    try:
        for name in names:
            if name not in found:  # some are made together
                found |= with_piq(name, pair) if name in PIQ else MEASURES[name](pair)
    finally:
        pair.shown.unlink()
    return found


class Pair:
    """A picture, and what a decoder shows of its JPEG; a damaged one is an error."""

    def __init__(self, reference, encoded, binaries):
        import pyvips
        from PIL import Image
        self.reference, self.binaries = reference, binaries
        self.shown = encoded.with_suffix(f".{os.getpid()}.ppm")
        pyvips.cache_set_max(0)  # it would show what a file of this name was before
        decoded = pyvips.Image.new_from_file(str(encoded), fail_on="warning")
        Image.fromarray(decoded.colourspace("srgb").numpy()).save(self.shown)

    @property
    def files(self):
        return self.reference, self.shown

    @functools.cached_property
    def colours(self):
        """Red, green and blue of both, 0 to 1: height x width x 3."""
        return [colours(path) / 255 for path in self.files]

    @functools.cached_property
    def lumas(self):
        """Luma of both, 0 to 1: height x width."""
        return [colours @ [0.299, 0.587, 0.114] for colours in self.colours]

    @property
    def blocks(self):
        """Luma of both, without the last rows and columns that fill no block of eight."""
        height, width = (side // 8 * 8 for side in self.lumas[0].shape)
        return [luma[:height, :width] for luma in self.lumas]


def ssimulacra2(pair):
    command = [built(pair.binaries, "ScorePictures"), *pair.files]
    return {"ssimulacra2": json.loads(output_of(command))["score"]}


def butteraugli(pair):
    """Prints the largest distance, then the 3-norm."""
    words = output_of(["butteraugli_main", *pair.files]).split()
    return {"butteraugli": float(words[0]), "butteraugli-3": float(words[-1])}


def psnr_y(pair):
    import numpy
    reference, shown = pair.lumas
    error = float(numpy.mean((reference - shown) ** 2))
    return {"psnr-y": float(-10 * numpy.log10(max(error, 1e-10)))}


def psnr_hvs_m(pair):
    return {"psnr-hvs-m": of_blocks("psnr_hvs_hvsm", pair)}


def psnr_hma(pair):
    return {"psnr-hma": of_blocks("psnr_ha_hma", pair)}


def of_blocks(function, pair):
    """The second of two numbers, the one with masking; at most 100 dB, which no JPEG of use reaches."""
    import numpy
    with contextlib.redirect_stdout(io.StringIO()):  # it prints what it was not installed with
        import psnr_hvsm
    with numpy.errstate(all="ignore"):
        return min(float(getattr(psnr_hvsm, function)(*pair.blocks)[1]), 100.0)


def with_piq(name, pair):
    import torch
    torch.set_num_threads(1)
    module, function, has_colour = PIQ[name]
    measure = getattr(piq(module), function)
    values = [torch.tensor(colours, dtype=torch.float32).permute(2, 0, 1)[None] for colours in pair.colours] if has_colour else [
        torch.tensor(luma, dtype=torch.float32)[None, None] for luma in pair.lumas]
    with torch.no_grad():
        return {name: float(measure(*(value.clamp(0, 1) for value in values)))}


def piq(module):
    """A module of piq without all others: the package would import torchvision, for judges that are networks."""
    if "piq" not in sys.modules:
        package = types.ModuleType("piq")
        package.__path__ = list(importlib.util.find_spec("piq").submodule_search_locations)
        sys.modules["piq"] = package
    return importlib.import_module(f"piq.{module}")


MEASURES = {"ssimulacra2": ssimulacra2, "butteraugli": butteraugli, "butteraugli-3": butteraugli, "psnr-y": psnr_y,
            "psnr-hvs-m": psnr_hvs_m, "psnr-hma": psnr_hma}
