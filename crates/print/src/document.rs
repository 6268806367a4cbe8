//! A PDF: pages, their links to each other, an outline, and the fonts in them. It holds no date and nothing random:
//! the same pages are the same bytes.

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{
    ActionType, AnnotationFlags, AnnotationType, CidFontType, FontFlags, OutlineItemFlags,
    SystemInfo, UnicodeCmap,
};
use pdf_writer::{Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use search::{Limit, Meter};
use tabuleiro_core::locale::Lang;

use crate::archive;
use crate::font::Face;
use crate::page::{Area, Jump, Page};

/// How hard content is compressed: what more effort saves is not worth the time that it takes.
const EFFORT: u8 = 5;

/// A page, compressed.
pub(crate) struct Sealed {
    size: (f32, f32),
    trim: Area,
    jumps: Vec<Jump>,
    content: Vec<u8>,
}

impl Page {
    /// Compresses what was written.
    pub(crate) fn seal(mut self) -> Sealed {
        let (size, trim, jumps) = (self.size, self.trim, std::mem::take(&mut self.jumps));
        Sealed { size, trim, jumps, content: compress_to_vec_zlib(&self.finish(), EFFORT) }
    }
}

/// An entry of the outline, which viewers show beside the pages.
pub(crate) struct Chapter {
    pub(crate) title: String,
    /// The page it leads to, from 0.
    pub(crate) page: usize,
}

/// A document while it is made.
pub(crate) struct Document {
    title: String,
    lang: Lang,
    pages: Vec<Sealed>,
    chapters: Vec<Chapter>,
}

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
const OUTLINE: Ref = Ref::new(4);
const METADATA: Ref = Ref::new(5);
const PROFILE: Ref = Ref::new(6);
/// The first of the five objects of a face.
const FACES: i32 = 10;
const FACE_OBJECTS: i32 = 5;
/// The first object of the chapters, after which come pages and their links.
const CHAPTERS: i32 = 30;

impl Document {
    pub(crate) fn new(title: &str, lang: Lang) -> Document {
        Document { title: title.to_owned(), lang, pages: Vec::new(), chapters: Vec::new() }
    }

    /// Adds a page. Its bytes are claimed, and as many again, for it is copied when all is written.
    pub(crate) fn add(&mut self, page: Sealed, meter: &mut Meter<'_>) -> Result<(), Limit> {
        meter.claim(2 * page.content.len() as u64)?;
        meter.check_limits()?;
        self.pages.push(page);
        Ok(())
    }

    /// How many pages there are.
    pub(crate) fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Adds an entry to the outline.
    pub(crate) fn chapter(&mut self, title: impl Into<String>, page: usize) {
        self.chapters.push(Chapter { title: title.into(), page });
    }

    /// The object of a page, and of its content.
    fn page_refs(&self, page: usize) -> (Ref, Ref) {
        let first = CHAPTERS + self.chapters.len() as i32;
        (Ref::new(first + 2 * page as i32), Ref::new(first + 2 * page as i32 + 1))
    }

    /// All of it as bytes.
    pub(crate) fn finish(self) -> Vec<u8> {
        let bytes: usize = self.pages.iter().map(|page| page.content.len() + 400).sum();
        let mut pdf = Pdf::with_capacity(bytes + (1 << 17));
        pdf.set_version(1, 7);
        self.catalog(&mut pdf);
        let kids = (0..self.pages.len()).map(|page| self.page_refs(page).0);
        pdf.pages(PAGES).kids(kids).count(self.pages.len() as i32);
        let producer = concat!("Tabuleiro ", env!("CARGO_PKG_VERSION"));
        let mut info = pdf.document_info(INFO);
        info.title(TextStr(&self.title)).producer(TextStr(producer)).creator(TextStr(producer));
        info.finish();
        self.outline(&mut pdf);
        for (face, first) in Face::ALL.into_iter().zip((FACES..).step_by(FACE_OBJECTS as usize)) {
            embed(&mut pdf, face, first);
        }
        let mut next = self.page_refs(self.pages.len()).0.get();
        for (number, page) in self.pages.iter().enumerate() {
            self.page(&mut pdf, number, page, &mut next);
        }
        // What tells this document from all others: its content.
        let id = fingerprint(pdf.as_bytes()).to_be_bytes().to_vec();
        pdf.set_file_id((id.clone(), id));
        pdf.finish()
    }

    fn catalog(&self, pdf: &mut Pdf) {
        let metadata = archive::metadata(
            &self.title,
            self.lang,
            concat!("Tabuleiro ", env!("CARGO_PKG_VERSION")),
        );
        pdf.metadata(METADATA, metadata.as_bytes());
        pdf.icc_profile(PROFILE, &archive::srgb()).n(3);
        let mut catalog = pdf.catalog(CATALOG);
        catalog.pages(PAGES).lang(TextStr(self.lang.tag())).metadata(METADATA);
        catalog.viewer_preferences().display_doc_title(true);
        if !self.chapters.is_empty() {
            catalog.outlines(OUTLINE);
        }
        let mut intents = catalog.output_intents();
        let mut intent = intents.push();
        intent.subtype(pdf_writer::types::OutputIntentSubtype::PDFA);
        intent.output_condition_identifier(TextStr("sRGB")).info(TextStr("sRGB"));
        intent.dest_output_profile(PROFILE);
    }

    fn outline(&self, pdf: &mut Pdf) {
        let count = self.chapters.len() as i32;
        if count == 0 {
            return;
        }
        let item = |place: i32| Ref::new(CHAPTERS + place);
        pdf.outline(OUTLINE).first(item(0)).last(item(count - 1)).count(count);
        for (place, chapter) in (0..).zip(&self.chapters) {
            let (page, _) = self.page_refs(chapter.page);
            let mut entry = pdf.outline_item(item(place));
            entry.title(TextStr(&chapter.title)).parent(OUTLINE).flags(OutlineItemFlags::empty());
            if place > 0 {
                entry.prev(item(place - 1));
            }
            if place + 1 < count {
                entry.next(item(place + 1));
            }
            entry.dest().page(page).fit();
        }
    }

    fn page(&self, pdf: &mut Pdf, number: usize, sealed: &Sealed, next: &mut i32) {
        let (id, content) = self.page_refs(number);
        let (width, height) = sealed.size;
        let links = *next..*next + sealed.jumps.len() as i32;
        *next = links.end;
        let mut page = pdf.page(id);
        let trim = sealed.trim;
        page.parent(PAGES).media_box(Rect::new(0.0, 0.0, width, height));
        page.bleed_box(Rect::new(0.0, 0.0, width, height));
        page.trim_box(Rect::new(trim.x, height - trim.bottom(), trim.right(), height - trim.y));
        page.contents(content);
        if !links.is_empty() {
            page.annotations(links.clone().map(Ref::new));
        }
        let mut resources = page.resources();
        resources.proc_sets([pdf_writer::types::ProcSet::Pdf, pdf_writer::types::ProcSet::Text]);
        resources
            .fonts()
            .pair(Name(b"R"), Ref::new(FACES))
            .pair(Name(b"B"), Ref::new(FACES + FACE_OBJECTS));
        resources.finish();
        page.finish();
        pdf.stream(content, &sealed.content).filter(Filter::FlateDecode);
        for (link, jump) in links.zip(&sealed.jumps) {
            let (target, _) = self.page_refs(jump.to);
            let area = jump.area;
            let mut annotation = pdf.annotation(Ref::new(link));
            annotation.subtype(AnnotationType::Link).flags(AnnotationFlags::PRINT);
            annotation.rect(Rect::new(
                area.x,
                height - area.bottom(),
                area.right(),
                height - area.y,
            ));
            annotation.border(0.0, 0.0, 0.0, None);
            annotation.action().action_type(ActionType::GoTo).destination().page(target).fit();
        }
    }
}

/// Puts a face into the document, as five objects from this one on.
fn embed(pdf: &mut Pdf, face: Face, first: i32) {
    let [whole, inner, descriptor, file, unicode] =
        [0, 1, 2, 3, 4].map(|place| Ref::new(first + place));
    let (name, table) = (Name(face.name().as_bytes()), face.table());
    let system = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };
    let mut font = pdf.type0_font(whole);
    font.base_font(name).encoding_predefined(Name(b"Identity-H"));
    font.descendant_font(inner).to_unicode(unicode);
    font.finish();
    let mut cid = pdf.cid_font(inner);
    cid.subtype(CidFontType::Type2).base_font(name).system_info(system);
    cid.font_descriptor(descriptor).default_width(1000.0);
    cid.cid_to_gid_map_predefined(Name(b"Identity"));
    let mut widths = cid.widths();
    for &(_, glyph, width) in table.glyphs {
        widths.same(glyph, glyph, f32::from(width));
    }
    widths.finish();
    cid.finish();
    let [left, low, right, high] = table.bounds.map(|value| value as f32);
    let mut about = pdf.font_descriptor(descriptor);
    about.name(name).flags(FontFlags::NON_SYMBOLIC).bbox(Rect::new(left, low, right, high));
    about.italic_angle(0.0).ascent(table.ascent as f32).descent(table.descent as f32);
    about.cap_height(table.cap_height as f32).stem_v(if face == Face::Bold { 160.0 } else { 90.0 });
    about.font_file2(file);
    about.finish();
    let packed = compress_to_vec_zlib(face.file(), 9);
    pdf.stream(file, &packed)
        .filter(Filter::FlateDecode)
        .pair(Name(b"Length1"), face.file().len() as i32);
    let mut map = UnicodeCmap::new(Name(b"Tabuleiro"), system);
    for &(code, glyph, _) in table.glyphs {
        if let Some(character) = char::from_u32(code) {
            map.pair(glyph, character);
        }
    }
    pdf.cmap(unicode, &compress_to_vec_zlib(&map.finish(), 9)).filter(Filter::FlateDecode);
}

/// A number that hardly any other bytes have: FNV-1a with 128 bits.
pub(crate) fn fingerprint(bytes: &[u8]) -> u128 {
    const PRIME: u128 = (1 << 88) | 0x13b;
    bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |sum: u128, &byte| {
        (sum ^ u128::from(byte)).wrapping_mul(PRIME)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_fnv() {
        // From the authors' list of test vectors.
        assert_eq!(fingerprint(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(fingerprint(b"a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
    }
}
