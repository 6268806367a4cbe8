"""Makes the fonts of books and the table of their glyphs anew, from DejaVu Sans 2.37:

    pip install fonttools
    python3 crates/print/font/make.py /usr/share/fonts/truetype/dejavu

Writes tabuleiro-sans.ttf and tabuleiro-sans-bold.ttf beside this file, and src/font/glyphs.rs. The licence
(LICENSE beside this file) asks that a changed font has another name.
"""

import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).parent
SIGNS = "–—‘’“”…•‹›−×≤≥≠←↑→↓↔★☆●○■□▲△◆◇✓"
TEXT = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + SIGNS
FACES = [("REGULAR", "DejaVuSans.ttf", "tabuleiro-sans.ttf", "Tabuleiro Sans", "Regular"),
         ("BOLD", "DejaVuSans-Bold.ttf", "tabuleiro-sans-bold.ttf", "Tabuleiro Sans", "Bold")]


def named(font, family, style):
    """Gives the font its own name, and no other."""
    full = f"{family} {style}".removesuffix(" Regular")
    words = {1: family, 2: style, 3: f"{full} 2.37", 4: full, 6: full.replace(" ", "")}
    for record in list(font["name"].names):
        if record.nameID in words:
            record.string = words[record.nameID]
        elif record.nameID not in (0, 5, 13):
            font["name"].names.remove(record)


def made(source, target, family, style):
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(layout_features=[], hinting=False, name_IDs=["*"], notdef_outline=True,
                             glyph_names=False, recalc_timestamp=False, drop_tables=["FFTM", "GDEF", "GSUB", "GPOS", "MATH", "kern"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=TEXT)
    subsetter.subset(font)
    named(font, family, style)
    font.save(HERE / target)
    return TTFont(HERE / target)


def table(name, font):
    cmap, scale = font.getBestCmap(), 1000 / font["head"].unitsPerEm
    rows = [(code, font.getGlyphID(glyph), round(font["hmtx"][glyph][0] * scale)) for code, glyph in sorted(cmap.items())]
    head, os2 = font["head"], font["OS/2"]
    box = [round(value * scale) for value in (head.xMin, head.yMin, head.xMax, head.yMax)]
    cells = "".join(f"({code}, {glyph}, {width})," + ("\n" if i % 8 == 7 else " ") for i, (code, glyph, width) in enumerate(rows))
    ascent, descent = round(font["hhea"].ascent * scale), round(font["hhea"].descent * scale)
    cap = round(getattr(os2, "sCapHeight", 0) * scale) or 729
    return f"""
/// {len(rows)} characters.
#[rustfmt::skip]
pub(super) const {name}: Table = Table {{
bounds: {box}, ascent: {ascent}, descent: {descent}, cap_height: {cap},
glyphs: &[
{cells.rstrip()}
],
}};
"""


def main():
    folder = pathlib.Path(sys.argv[1])
    out = "//! Glyphs of the fonts: character, number of the glyph, and width in thousandths of the size. Made by `font/make.py`.\n\nuse super::Table;\n"
    for name, source, target, family, style in FACES:
        out += table(name, made(folder / source, target, family, style))
    (HERE.parent / "src/font/glyphs.rs").write_text(out)


main()
