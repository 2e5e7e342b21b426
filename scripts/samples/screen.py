"""A screenshot of an order that is under way, as a phone would show it."""

from PIL import Image, ImageDraw

from drawings import CLAY, INK, PAPER, SAGE, SAND, canvas, font, mark, reduced

WIDTH, HEIGHT, TIMES = 1170, 2080, 2
GREY, LINE, WHITE = "#8a7f78", "#e6ddd2", "#ffffff"
STEPS = [("Order received", "Mon 3 March, 09:12", True), ("Wrapped by hand", "Tue 4 March, 14:40", True),
         ("On its way", "Wed 5 March, 08:05", True), ("At your door", "Thu 6 March, 9–13", False)]
ITEMS = [("vase", "Meadow vase", "Speckled cream", "€ 89.00"), ("cup", "Morning cup, set of 2", "Blush", "€ 46.00"),
         ("bowl", "Harvest bowl", "Lagoon", "€ 72.00")]


class Screen:
    """Draws in the phone's pixels on a larger canvas."""

    def __init__(self):
        self.picture, self.draw = canvas(WIDTH, HEIGHT, TIMES, PAPER)

    def text(self, x, y, words, weight, size, colour, anchor="ls"):
        self.draw.text((x * TIMES, y * TIMES), words, font=font(weight, size * TIMES), fill=colour, anchor=anchor)

    def box(self, left, top, right, bottom, radius, colour, outline=None):
        self.draw.rounded_rectangle([v * TIMES for v in (left, top, right, bottom)], radius * TIMES, fill=colour,
                                    outline=outline, width=3 * TIMES if outline else 0)

    def disc(self, x, y, radius, colour):
        self.draw.ellipse([v * TIMES for v in (x - radius, y - radius, x + radius, y + radius)], fill=colour)

    def line(self, points, colour, width):
        self.draw.line([(x * TIMES, y * TIMES) for x, y in points], fill=colour, width=width * TIMES, joint="curve")

    def picture_at(self, picture, x, y, size, radius):
        mask = Image.new("L", (size * TIMES, size * TIMES))
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, size * TIMES - 1, size * TIMES - 1), radius * TIMES, fill=255)
        self.picture.paste(picture.resize(mask.size, Image.Resampling.LANCZOS), (x * TIMES, y * TIMES), mask)


def status_bar(s):
    s.text(84, 84, "9:41", "Bold", 46, INK)
    for bar in range(4):
        s.box(900 + bar * 18, 76 - bar * 8, 912 + bar * 18, 84, 3, INK)
    s.box(998, 48, 1072, 84, 11, PAPER, INK)
    s.box(1005, 55, 1056, 77, 6, INK)
    s.box(1075, 59, 1081, 73, 3, INK)


def heading(s):
    s.line([(100, 160), (78, 184), (100, 208)], INK, 6)
    s.text(585, 200, "Order 2048", "Bold", 44, INK, "ms")
    mark(s.draw, 1070 * TIMES, 180 * TIMES, 58 * TIMES, CLAY, "#e9a23b")
    s.text(78, 340, "Your order is", "ExtraBold", 84, INK)
    s.text(78, 436, "on its way", "ExtraBold", 84, CLAY)
    s.text(78, 508, "Arriving Thursday, 6 March, between 9 and 13", "Medium", 38, GREY)


def timeline(s):
    s.box(48, 566, 1122, 1054, 36, WHITE)
    for number, (name, when, done) in enumerate(STEPS):
        y = 642 + number * 112
        if number:
            s.line([(120, y - 112 + 28), (120, y - 28)], SAGE if done else LINE, 6)
        s.disc(120, y, 26, SAGE if done else LINE)
        if done:
            s.line([(108, y), (117, y + 10), (133, y - 9)], WHITE, 6)
        else:
            s.disc(120, y, 19, WHITE)
        s.text(186, y + 14, name, "Bold" if done else "Medium", 42, INK if done else GREY)
        s.text(1078, y + 13, when, "Medium", 33, GREY, "rs")


def items(s, pictures):
    s.text(78, 1146, "In this parcel", "Bold", 48, INK)
    for number, (key, name, kind, price) in enumerate(ITEMS):
        y = 1186 + number * 190
        s.box(48, y, 1122, y + 174, 32, WHITE)
        s.picture_at(pictures[key], 62, y + 14, 146, 24)
        s.text(240, y + 78, name, "Bold", 42, INK)
        s.text(240, y + 130, kind, "Medium", 34, GREY)
        s.text(1078, y + 102, price, "SemiBold", 42, INK, "rs")


def total(s):
    s.line([(78, 1792), (1092, 1792)], LINE, 3)
    s.text(78, 1856, "Total, shipping included", "Medium", 40, GREY)
    s.text(1078, 1858, "€ 207.00", "ExtraBold", 48, INK, "rs")
    s.box(48, 1896, 1122, 2012, 58, INK)
    s.text(585, 1971, "Follow the parcel", "Bold", 44, SAND, "ms")
    s.box(405, 2048, 765, 2058, 5, INK)


def order_screen(pictures):
    """The screen; the pictures of the things ordered by their keys."""
    s = Screen()
    status_bar(s)
    heading(s)
    timeline(s)
    items(s, pictures)
    total(s)
    return reduced(s.picture, TIMES)
