#!/usr/bin/env python3
"""A terminal's screen as an SVG picture, for light and dark pages.

    tmux capture-pane -p -e -N | Benchmarks/pictures/terminal.py COLUMNS TITLE [ROW,COLUMN] > picture.svg

ROW,COLUMN is where the cursor stands.

It knows the styles that `tessera browse` uses: bold, dim, reverse, underlined, and the eight colours.
"""

import re
import sys
import unicodedata
from html import escape

CELL, LINE, MARGIN, BAR = 8.4, 18, 14, 30
# Background, foreground, and the colours that are used, on a light and on a dark page.
LIGHT = {"back": "#fbfaf7", "fore": "#24292f", "bar": "#ebe8e1", "1": "#c0322b", "2": "#2f7d32", "5": "#a3278f",
         "6": "#0b7285"}
DARK = {"back": "#1b1f27", "fore": "#d8dee9", "bar": "#2a303c", "1": "#ff7b72", "2": "#8fce7e", "5": "#f08bd8",
        "6": "#5cc8d7"}


def width(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def runs(line, style):
    """Texts of one style, with the column where each begins; nothing but the style at the end of the line."""
    column = 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            for code in (part[2:-1] or "0").split(";"):
                names = {"1": "bold", "2": "dim", "4": "underlined", "7": "reverse"}
                if code == "0":
                    style = frozenset()
                elif code in names:
                    style |= {names[code]}
                elif re.fullmatch("3[0-7]", code):
                    style = frozenset(name for name in style if not name.isdigit()) | {code[1]}
                elif code == "39":
                    style = frozenset(name for name in style if not name.isdigit())
        elif part:
            columns = sum(map(width, part))
            yield column, columns, part, style
            column += columns
    yield column, 0, "", style


def draw(column, row, columns, text, style, follows_reverse):
    """Shapes behind all text, and texts."""
    x, y = MARGIN + column * CELL, BAR + MARGIN + row * LINE
    color = next((name for name in style if name.isdigit()), "fore")

    def rectangle(left, wide, radius=0):
        return f'<rect class="c{color}" x="{left:.1f}" y="{y}" width="{wide:.1f}" height="{LINE}" rx="{radius}"/>'

    behind, front = [], []
    # Half blocks, which fonts draw lower than the line: the ends of a token, which are round, or a bar.
    while text[:1] in ("▐", "▌"):
        if text[0] == "▐":
            behind.append(rectangle(x + CELL / 2, CELL, 4))
        elif follows_reverse:
            behind.append(rectangle(x - CELL / 2, CELL, 4))
        else:
            behind.append(rectangle(x, CELL / 2))
        text, columns, x = text[1:], columns - 1, x + CELL
    if "reverse" in style:
        behind.append(rectangle(x, columns * CELL))
        color = "back"
    # Lines of frames, which fonts leave gaps between.
    for part in re.finditer("─+|[│╭╮╰╯]", text):
        left, middle = x + sum(map(width, text[:part.start()])) * CELL, y + LINE / 2
        center, right, bottom = left + CELL / 2, left + len(part[0]) * CELL, y + LINE
        path = {
            "─": f"M{left:.1f} {middle}H{right:.1f}", "│": f"M{center:.1f} {y}V{bottom}",
            "╭": f"M{center:.1f} {bottom}V{middle + 4}q0-4 {CELL / 2:.1f}-4",
            "╮": f"M{center:.1f} {bottom}V{middle + 4}q0-4-{CELL / 2:.1f}-4",
            "╰": f"M{center:.1f} {y}V{middle - 4}q0 4 {CELL / 2:.1f} 4",
            "╯": f"M{center:.1f} {y}V{middle - 4}q0 4-{CELL / 2:.1f} 4",
        }[part[0][0]]
        behind.append(f'<path class="s{color}{" dim" if "dim" in style else ""}" d="{path}"/>')
    text = re.sub("[─│╭╮╰╯]", " ", text)
    if text.strip():
        # Blanks at the ends would be lost.
        lead = len(text) - len(text.lstrip())
        text, columns, x = text[lead:], columns - lead, x + lead * CELL
        columns -= len(text) - len(text.rstrip())
        classes = " ".join([f"c{color}"] + [name for name in ("bold", "dim", "underlined") if name in style])
        front.append(f'<text class="{classes}" x="{x:.1f}" y="{y + 13.5}" textLength="{columns * CELL:.1f}" '
                     f'lengthAdjust="spacingAndGlyphs" xml:space="preserve">{escape(text.rstrip())}</text>')
    return behind, front


def colors(palette):
    return "\n".join(f".c{name} {{ fill: {value}; }} .s{name} {{ stroke: {value}; fill: none; }}"
                     for name, value in palette.items())


def picture(lines, columns, title, cursor):
    wide = columns * CELL + 2 * MARGIN
    high = len(lines) * LINE + BAR + 2 * MARGIN
    behind, front, style = [], [], frozenset()
    for row, line in enumerate(lines):
        # A style lasts beyond the end of a line.
        last = style
        for column, count, text, style in runs(line, style):
            shapes, texts = draw(column, row, count, text, style, "reverse" in last)
            behind, front, last = behind + shapes, front + texts, style
    if cursor:
        x, y = MARGIN + cursor[1] * CELL, BAR + MARGIN + cursor[0] * LINE
        behind.append(f'<rect class="cfore" x="{x:.1f}" y="{y}" width="2" height="{LINE}"/>')
    dots = "".join(f'<circle class="dot" cx="{18 + 18 * place}" cy="{BAR / 2}" r="5"/>' for place in range(3))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" width="{wide:.0f}" height="{high}">
<title>{escape(title)}</title>
<style>
{colors(LIGHT)}
text {{ font: 14px ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", "Liberation Mono", monospace; }}
.bold {{ font-weight: bold; }}
.dim {{ opacity: 0.6; }}
.underlined {{ text-decoration: underline; }}
.dot {{ fill: #888; opacity: 0.5; }}
.frame {{ fill: none; stroke: #888; stroke-opacity: 0.4; }}
@media (prefers-color-scheme: dark) {{
{colors(DARK)}
}}
</style>
<clipPath id="window"><rect width="{wide:.0f}" height="{high}" rx="10"/></clipPath>
<g clip-path="url(#window)">
<rect class="cback" width="100%" height="100%"/>
<rect class="cbar" width="100%" height="{BAR}"/>
{dots}
<text class="cfore dim" x="{wide / 2:.0f}" y="{BAR / 2 + 5}" text-anchor="middle">{escape(title)}</text>
</g>
{chr(10).join(behind + front)}
<rect class="frame" x="0.5" y="0.5" width="{wide - 1:.0f}" height="{high - 1}" rx="10"/>
</svg>
"""


if __name__ == "__main__":
    columns, title = int(sys.argv[1]), sys.argv[2]
    cursor = [int(number) for number in sys.argv[3].split(",")] if len(sys.argv) > 3 else None
    print(picture(sys.stdin.read().rstrip("\n").split("\n"), columns, title, cursor), end="")
