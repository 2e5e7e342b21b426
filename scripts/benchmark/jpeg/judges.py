"""The judges: measures of how much a picture looks like another, by different people and from different ideas of seeing.

An encoder that wins by one of them and loses by others has been fitted to that one. So there are many, and to some of them
nothing is fitted: those tell whether a gain by the others is one that people could see. Luma is that of JFIF (ITU-T T.871, 7), not rounded.
The measures of piq are taken with its defaults, of values 0 to 1. What only the virtual environment has is imported where it is used.
"""

import contextlib
import functools
import importlib.util
import io
import json
import os
import sys
import types
from dataclasses import dataclass

from common import ended, executable, fail


@dataclass(frozen=True)
class Judge:
    """A measure of likeness or, where it does not rise with likeness, of difference."""

    name: str
    title: str
    decimals: int
    rises: bool = True
    is_fitted: bool = False
    visible: float | None = None  # a loss that people may see on a single picture

    def gain(self, ours, theirs):
        """How much better the first of two judgements is."""
        return ours - theirs if self.rises else theirs - ours

    def signed(self, gain):
        return f"{gain:+.{self.decimals}f}"


JUDGES = (
    # Cloudinary, 2022: structural similarity of XYB at six scales, fitted to opinions.
    Judge("ssimulacra2", "SSIMULACRA2", 2, is_fitted=True, visible=1),
    # Alakuijala and others, 2017: a model of the retina; the worst place, and the 3-norm of all places.
    Judge("butteraugli", "butteraugli, max", 3, rises=False, is_fitted=True, visible=0.5),
    Judge("butteraugli-3", "butteraugli, 3-norm", 3, rises=False, is_fitted=True),
    # Ponomarenko and others, 2007: squared error of cosine transforms by contrast sensitivity, with masking.
    Judge("psnr-hvs-m", "PSNR-HVS-M, dB", 2, is_fitted=True, visible=0.3),
    # Reisenhofer and others, 2018: Haar wavelets.
    Judge("haarpsi", "HaarPSI", 4, is_fitted=True, visible=0.01),
    # Wang and others, 2003: structural similarity of luma at five scales.
    Judge("ms-ssim", "MS-SSIM", 4, is_fitted=True),
    # Zhang and others, 2011: phase congruency, with chroma.
    Judge("fsimc", "FSIMc", 5, is_fitted=True),
    # Nafchi and others, 2016: deviation of gradients and of chroma.
    Judge("mdsi", "MDSI", 4, rises=False, is_fitted=True),
    # Sheikh and Bovik, 2006: mutual information, of pixels.
    Judge("vifp", "VIFp", 4),
    # Xue and others, 2014: deviation of the gradient of luma.
    Judge("gmsd", "GMSD", 5, rises=False),
    # Zhang and others, 2014: salience.
    Judge("vsi", "VSI", 5),
    # Balanov and others, 2015: similarity of bands of the cosine transform.
    Judge("dss", "DSS", 4),
    # Wang and Li, 2011: MS-SSIM, weighted by information.
    Judge("iw-ssim", "IW-SSIM", 4),
    # Zhang and Li, 2012: spectral residuals.
    Judge("sr-sim", "SR-SIM", 5),
    Judge("psnr-y", "PSNR of luma, dB", 2),
    # Ponomarenko and others, 2011: PSNR-HVS-M with separate mean and contrast.
    Judge("psnr-hma", "PSNR-HMA, dB", 2),
)


def chosen(words):
    """The judges that --judges names: all, fitted, or names."""
    if words == ["all"]:
        return JUDGES
    if words == ["fitted"]:
        return tuple(judge for judge in JUDGES if judge.is_fitted)
    known = {judge.name: judge for judge in JUDGES}
    unknown = [word for word in words if word not in known]
    return fail(f"there is no judge {unknown[0]}: all, fitted, or some of {' '.join(known)}") if unknown else tuple(
        known[word] for word in dict.fromkeys(words))


# The module and the function of piq, and whether it judges colour.
PIQ = {"haarpsi": ("haarpsi", "haarpsi", True), "ms-ssim": ("ms_ssim", "multi_scale_ssim", False),
       "fsimc": ("fsim", "fsim", True), "mdsi": ("mdsi", "mdsi", True), "vifp": ("vif", "vif_p", False),
       "gmsd": ("gmsd", "gmsd", False), "vsi": ("vsi", "vsi", True), "dss": ("dss", "dss", False),
       "iw-ssim": ("iw_ssim", "information_weighted_ssim", False), "sr-sim": ("srsim", "srsim", False)}


def judged(picture, encoded, names, binaries):
    """The judgements of these names of a JPEG, by name. It runs in the processes that work."""
    pair, found = Pair(picture, encoded, binaries), {}
    try:
        for name in names:
            if name not in found:  # some are made together
                found |= with_piq(name, pair) if name in PIQ else MEASURES[name](pair)
    finally:
        pair.shown.unlink()
    return {name: found[name] for name in names}


class Pair:
    """A picture, and what a decoder shows of its JPEG; a damaged one is an error."""

    def __init__(self, reference, encoded, binaries):
        import pyvips
        from PIL import Image
        self.reference, self.binaries = reference.path, binaries
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
        import numpy
        from PIL import Image
        return [numpy.asarray(Image.open(path).convert("RGB")) / 255 for path in self.files]

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
    return {"ssimulacra2": json.loads(ended([executable(pair.binaries / "ScorePictures"), *pair.files]).stdout)["score"]}


def butteraugli(pair):
    """Prints the largest distance, then the 3-norm."""
    words = ended(["butteraugli_main", *pair.files]).stdout.split()
    return {"butteraugli": float(words[0]), "butteraugli-3": float(words[-1])}


def psnr_y(pair):
    import numpy
    reference, shown = pair.lumas
    error = float(numpy.mean((reference - shown) ** 2))
    return {"psnr-y": float(-10 * numpy.log10(max(error, 1e-10)))}


def of_blocks(name, function, pair):
    """The second of two numbers, the one with masking; at most 100 dB, which no JPEG of use reaches."""
    import numpy
    with contextlib.redirect_stdout(io.StringIO()):  # it prints what it was not installed with
        import psnr_hvsm
    with numpy.errstate(all="ignore"):
        return {name: min(float(getattr(psnr_hvsm, function)(*pair.blocks)[1]), 100.0)}


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
            "psnr-hvs-m": functools.partial(of_blocks, "psnr-hvs-m", "psnr_hvs_hvsm"),
            "psnr-hma": functools.partial(of_blocks, "psnr-hma", "psnr_ha_hma")}
