"""Where the camera stood for each picture of the campaign."""

from dataclasses import replace

import numpy as np

from render import View

MORNING_TABLE = View(eye=(.10, .62, 1.60), look=(-.005, .235, -.1), size=(4032, 3024), angle=34, rays=5,
                     focus=(-.05, .07, .1), exposure=.86)

PORTRAIT = View(eye=(.30, .47, 1.25), look=(-.105, .30, -.12), size=(1536, 2048), angle=37, rays=10, focus=(-.10, .2, -.02), exposure=.9)

COFFEE_FOR_TWO = View(eye=(.20, .34, .66), look=(-.048, .050, .09), size=(1800, 1200), angle=29, rays=12,
                      focus=(.0, .08, .16), diaphragm=.006, exposure=.9)

EVENING = View(eye=(-.42, .34, 1.36), look=(.045, .20, -.12), size=(1920, 1280), angle=33, rays=12,
               focus=(-.02, .1, .1), sun=(-.80, .30, .42), sunlight=(6.4, 3.0, 1.15), skylight=.45, exposure=.95)

SHELF = {
    "vase": View(eye=(.02, .42, .80), look=(-.175, .175, -.16), size=(360, 360), angle=27, rays=24, exposure=.9),
    "cup": View(eye=(-.02, .30, .62), look=(-.105, .055, .095), size=(360, 360), angle=17, rays=24, exposure=.9),
    "bowl": View(eye=(.20, .42, .72), look=(.185, .07, -.10), size=(360, 360), angle=25, rays=24, exposure=.9),
}

BOARD = View(eye=(.15, .37, .77), look=(-.028, .044, .098), size=(480, 480), angle=27.5, rays=5,
             focus=(-.05, .06, .13), diaphragm=.003, exposure=.9, grain=0)

TABLE = View(eye=(.27, .46, 1.28), look=(-.075, .265, -.12), size=(1080, 1920), angle=42, exposure=.92, grain=0)
CUPS = replace(TABLE, eye=(-.12, .18, .62), look=(-.045, .075, .10))


def nearer(frames):
    """The way of the clip's camera from the table to the cups, slow at both ends."""
    for share in np.linspace(0, 1, frames):
        share = share * share * (3 - 2 * share)
        eye, look = ((1 - share) * np.array((TABLE.eye, TABLE.look)) + share * np.array((CUPS.eye, CUPS.look)))
        yield replace(TABLE, eye=tuple(eye), look=tuple(look))
