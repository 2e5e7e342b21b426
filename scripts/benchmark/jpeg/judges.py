"""The judges: measures of how much a picture looks like another, by different people and from different ideas of seeing.

An encoder that wins by one of them and loses by others has been fitted to that one. So there are many, and to some of them
nothing is fitted: those tell whether a gain by the others is one that people could see.
"""

from dataclasses import dataclass

from benchmark.tools import fail


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
