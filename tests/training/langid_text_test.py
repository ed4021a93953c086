"""The training text of the language identifier: what is cleaned away, which labels paths and scripts name, which readers read
what, and what the corpus leaves out."""

import gzip
import io
import pathlib
import struct
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "scripts" / "packages"), str(ROOT / "scripts" / "langid")]

import catalogues
import clean
import corpus
import extract
import labels
import lexicons
import packages
import sources


def texts(language, line):
    return [text for _, _, text in clean.segments(language, line)]


class Cleaning(unittest.TestCase):
    def test_what_programs_insert_is_no_text(self):
        for line, text in {
                "Kan bestand ‘%s’ niet openen: %1$s": "Kan bestand niet openen",
                "{{PLURAL:$1|wijziging|wijzigingen}} op [[$2|deze pagina]]": "wijzigingen op deze pagina",
                "Die Seite [http://example.org/x hier] lesen": "Die Seite hier lesen",
                "Klicken Sie auf <b>Weiter</b>&nbsp;oder {0}.": "Klicken Sie auf Weiter oder .",
                "Siehe https://example.org/a?b=c oder mail an info@example.org": "Siehe oder mail an",
                "Die Datei /etc/apt/sources.list ist leer": "Die Datei ist leer",
                "Mit Ctrl+Shift+S speichern": "Mit speichern",
                "Die Option --no-color schaltet Farben ab": "Die Option schaltet Farben ab",
                "'''Fett''' und ''kursiv''": "Fett und kursiv",
        }.items():
            self.assertEqual(texts("nl", line), [text], line)

    def test_marks_of_shortcut_keys_go_and_words_stay_whole(self):
        for line, text in {"_Bestand": "Bestand", "Be&stand openen": "Bestand openen", "~Afdrukken...": "Afdrukken...",
                           "Fi_le": "File", "Sluit a_f": "Sluit af"}.items():
            self.assertEqual(texts("nl", line), [text])
        self.assertEqual(texts("ja", "ファイル(_F)"), ["ファイル"])
        self.assertEqual(texts("zh-Hans", "打开文件(&O)..."), ["打开文件..."])

    def test_what_is_no_language_is_left_out(self):
        for line in ("", "%s: %d", "1234 - 56", "x", "libfoo_bar.so", "camelCaseName", "if (a == b) { return; }", "$HOME/.config",
                     "Ã¼ber Ã¤lter", "a\ufffdb c", "https://example.org", "a b c d e f g h i j k l"):
            self.assertEqual(texts("de", line), [], line)

    def test_a_single_han_or_hangul_letter_is_a_word_and_a_latin_one_is_not(self):
        self.assertEqual(texts("zh-Hans", "是"), ["是"])
        self.assertEqual(texts("de", "a"), [])

    def test_long_paragraphs_are_cut_between_sentences(self):
        sentence = "Dies ist ein Satz von mittlerer Länge, der sich wiederholt."
        pieces = texts("de", " ".join([sentence] * 40))
        self.assertGreater(len(pieces), 3)
        for piece in pieces:
            self.assertLessEqual(len(piece), clean.LONGEST)
            self.assertTrue(piece.endswith("wiederholt."))
        self.assertEqual(" ".join(pieces), " ".join([sentence] * 40))

    def test_a_sentence_without_end_is_cut_at_a_space_and_loses_no_letter(self):
        words = " ".join(["Donaudampfschifffahrt"] * 100)
        pieces = texts("de", words)
        self.assertTrue(all(len(piece) <= clean.LONGEST for piece in pieces))
        self.assertEqual(" ".join(pieces), words)

    def test_keys_ignore_case_digits_and_punctuation(self):
        self.assertEqual(clean.key_of("Seite 12: Öffnen!"), clean.key_of("seite öffnen"))
        self.assertNotEqual(clean.key_of("Seite"), clean.key_of("Seiten"))


class Labels(unittest.TestCase):
    def test_paths_name_languages(self):
        for path, language in {
                "./usr/share/locale/pt_BR/LC_MESSAGES/x.mo": "pt", "./usr/share/locale/nb/LC_MESSAGES/x.mo": "no",
                "./usr/share/locale/zh_TW/LC_MESSAGES/x.mo": "zh-Hant", "./usr/share/locale/zh_CN/LC_MESSAGES/x.mo": "zh-Hans",
                "./usr/share/locale/sr@latin/LC_MESSAGES/x.mo": "sr-Latn", "./usr/share/locale/fil/LC_MESSAGES/x.mo": "tl",
                "./var/lib/mediawiki/languages/i18n/be-tarask.json": "be", "./a/i18n/sr-el.json": "sr-Latn", "./a/i18n/qqq.json": None,
                "./a/i18n/zh-hant.json": "zh-Hant", "./a/i18n/kk-arab.json": "kk", "./a/i18n/roa-tara.json": None,
                "./a/langpack-xh@firefox-esr.mozilla.org.xpi": "xh", "./usr/share/help/C/x/index.page": None,
                "./usr/share/cldr/common/main/uz_Cyrl.xml": "uz", "./usr/share/tesseract-ocr/5/tessdata/mri.traineddata": "mi",
                "./usr/share/hunspell/sw_KE.dic": "sw", "./usr/lib/chromium/locales/pt-BR.pak": "pt", "./usr/share/stellarium/translations/stellarium/zu.qm": "zu",
                "./usr/share/doc/live-manual/txt/live-manual.de.txt.gz": "de", "./usr/share/tesseract-ocr/5/tessdata/srp_latn.traineddata": "sr-Latn",
        }.items():
            self.assertEqual(labels.language_of(path), language, path)

    def test_the_script_of_the_text_decides_where_a_language_has_several(self):
        for language, script, label in (("sr", "Cyrl", "sr-Cyrl"), ("sr", "Latn", None), ("sr-Latn", "Latn", "sr-Latn"),
                                        ("uz", "Latn", "uz-Latn"), ("uz", "Cyrl", "uz-Cyrl"), ("kk", "Arab", "kk-Arab"), ("pa", "Arab", "pa-Arab"),
                                        ("ku", "Arab", "ckb"), ("de", "Latn", "de"), ("hi", "Latn", None)):
            self.assertEqual(labels.labelled(language, script), label)

    def test_letters_count_by_script_and_signs_do_not(self):
        self.assertEqual(labels.scripts("Да, yes! 12 漢字かな"), {"Cyrl": 2, "Latn": 3, "Hani": 4})


class Readers(unittest.TestCase):
    def test_a_language_pack_gives_its_messages_and_no_keys(self):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr("a.ftl", "# comment\nopen = Open { $name } nou\n    .label = Etiket\n    .accesskey = E\nmore =\n    tweede reël\n")
            archive.writestr("b.properties", "# no\nclose.label=Sluit \\u0027n oortjie\nclose.accesskey=S\n")
            archive.writestr("c.dtd", '<!ENTITY x.label "Vind\n weer"><!ENTITY x.accesskey "V">')
        text = "\n".join(catalogues.read_xpi("x.xpi", data.getvalue()))
        self.assertEqual([" ".join(line.split()) for line in text.split("\n")], ["Open nou", "Etiket", "tweede reël", "Sluit 'n oortjie", "Vind weer"])

    def test_qt_translations_are_read_and_missing_ones_skipped(self):
        def record(tag, data):
            return bytes([tag]) + struct.pack(">I", len(data)) + data
        messages = record(3, "Übernehmen".encode("utf-16-be")) + record(6, b"Apply") + b"\1" + b"\3\xff\xff\xff\xff" + record(6, b"None") + b"\1"
        data = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd") + b"\x69" + struct.pack(">I", len(messages)) + messages
        self.assertEqual(list(catalogues.read_qm("x.qm", data)), ["Übernehmen"])
        self.assertEqual(list(catalogues.read_qm("x.qm", b"no catalogue")), [])

    def test_resources_of_chromium_are_read_with_their_choices(self):
        strings = ["Ukurasa".encode(), gzip.compress("Fungua".encode()), b"{COUNT, plural, =1 {Faili moja} other {Faili #}}"]
        offset, entries, body = 12 + 6 * 4, b"", b"".join(strings)
        for i, string in enumerate(strings + [b""]):
            entries += struct.pack("<HI", i, offset)
            offset += len(string)
        self.assertEqual(list(catalogues.read_pak("sw.pak", struct.pack("<IIHH", 5, 1, 3, 0) + entries + body)),
                         ["Ukurasa\nFungua\nFaili moja\nFaili #"])

    def test_an_extensions_messages_and_a_stamps_descriptions(self):
        data = '{"a": {"message": "Zuia $ads$ zote", "description": "x"}, "b": {"message": "Fungua"}}'.encode()
        self.assertEqual(list(catalogues.read_extension("sw.json", data)), ["Zuia   zote\nFungua"])
        self.assertEqual(list(catalogues.read_stamps("cat.txt", "A cat.\nsw.utf8=Paka.\nzu.utf8=Ikati. \n".encode())), [("sw", "Paka."), ("zu", "Ikati.")])

    def test_sources_of_catalogues_are_read_without_doubtful_entries(self):
        po = 'msgid ""\nmsgstr "Project: x\\n"\n\n#: a\nmsgid "One"\nmsgstr ""\n"Eerste "\n"\\"reël\\""\n\n#, fuzzy\nmsgid "Two"\nmsgstr "Twee"\n'
        self.assertEqual(list(catalogues.read_po("af.po", po.encode())), ['Eerste "reël"'])

    def test_strings_of_an_android_application_come_by_language(self):
        def chunk(kind, head, body):
            return struct.pack("<HHI", kind, 8 + len(head), 8 + len(head) + len(body)) + head + body

        def pool(*strings):
            data = b"".join(bytes([len(string), len(string.encode())]) + string.encode() + b"\0" for string in strings)
            offsets, at = [], 0
            for string in strings:
                offsets.append(at)
                at += len(string.encode()) + 3
            head = struct.pack("<5I", len(strings), 0, 0x100, 28 + 4 * len(strings), 0)
            return chunk(1, head, struct.pack(f"<{len(offsets)}I", *offsets) + data)

        def entries(locale, *indices):
            config = struct.pack("<2I4s", 40, 0, locale) + bytes(28)
            values = b"".join(struct.pack("<HHI", 8, 0, 0) + struct.pack("<HBBI", 8, 0, 3, index) for index in indices)
            offsets = struct.pack(f"<{len(indices)}I", *range(0, 16 * len(indices), 16))
            head = struct.pack("<BBHII", 1, 0, 0, len(indices), 20 + len(config) + len(offsets)) + config
            return chunk(0x201, head, offsets + values)

        # Three letters are packed five bits each, the last first: fil.
        package = chunk(0x200, bytes(280), entries(b"zu\0\0", 0, 1) + entries(bytes([0x80 | 11 << 2 | 8 >> 3, (8 & 7) << 5 | 5, 0, 0]), 2))
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr("resources.arsc", chunk(2, struct.pack("<I", 1), pool("Vula", "Vala", "Buksan") + package))
        self.assertEqual(list(catalogues.read_apk("x.apk", data.getvalue())), [("fil", "Buksan"), ("zu", "Vula\nVala")])

    def test_debconf_questions_come_by_language(self):
        template = b"Template: a/b\nType: note\nDescription: Short\n Long text\n goes on.\n .\n More.\nDescription-de.UTF-8: Kurz\n Langer Text.\n"
        self.assertEqual(list(catalogues.read_templates("templates", template)),
                         [("en", "Short\nLong text goes on.\nMore."), ("de", "Kurz\nLanger Text.")])

    def test_documentation_is_read_without_listings(self):
        page = "<html><body><p>Der <b>Text</b></p><pre>int main()</pre><p>geht weiter</p></body></html>".encode()
        self.assertEqual(list(catalogues.read_prose("x.html", page)), ["Der Text\ngeht weiter"])

    def test_a_word_graph_gives_the_words_that_were_put_in(self):
        # he, hei, ka: edges are letter | flags << 3 | next node << 6, of six characters.
        letters = ["NULL", "h", "e", "i", "k", "a"]
        last, end = 1, 4
        edges = [1 | 2 << 6, 4 | last << 3 | 4 << 6, 2 | (last | end) << 3 | 3 << 6, 3 | (last | end) << 3, 5 | (last | end) << 3]
        graph = struct.pack("<hii", 42, 6, len(edges)) + struct.pack(f"<{len(edges)}Q", *edges)
        unicharset = ("6\n" + "\n".join(f"{letter} 3 0,255" for letter in letters)).encode()
        offsets = [-1] * 24
        head = 4 + 8 * 24
        offsets[19], offsets[21] = head, head + len(graph)
        data = struct.pack("<i24q", 24, *offsets) + graph + unicharset
        self.assertEqual(sorted("".join(lexicons.read_dawg("x", data)).split()), ["he", "hei", "ka"])

    def test_spelling_dictionaries_give_stems_in_their_encoding(self):
        text = "".join(lexicons.read_hunspell("./usr/share/hunspell/hu_HU.dic", "3\nőr/AB\nház/C\tst:x\nNATO\n".encode("iso8859-2")))
        self.assertEqual(sorted(text.split()), ["ház", "őr"])

    def test_code_is_cut_into_pieces_without_prose(self):
        code = "\n".join(f"int value_{i} = compute({i}, {i * 7}); // set" for i in range(500))
        pieces = [text for _, _, text in extract.code_pieces("a.c", code)]
        self.assertGreater(len(pieces), 10)
        self.assertTrue(all(20 <= len(piece) <= 600 for piece in pieces))
        self.assertEqual(pieces, [text for _, _, text in extract.code_pieces("a.c", code)])
        notice = "This is the licence of the program and it is to be read by you with care. " * 20
        self.assertEqual(list(extract.code_pieces("b.c", notice)), [])


class Corpus(unittest.TestCase):
    @staticmethod
    def segments(*lines, family="gnome"):
        return [corpus.Segment("package", family, "Latn", int(clean.key_of(line), 16), line) for line in lines]

    def surveyed(self, by_label):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "package.tsv"
            rows = [f"gnome\t{label}\tLatn\t{clean.key_of(text)}\t{text}\n" for label, lines in by_label.items() for text in lines]
            path.write_text("#\t1.0\tGPL-2+\n" + "".join(rows))
            sizes, shared = corpus.surveyed([path])
            kept = corpus.read([path], corpus.shares(sizes), shared)
            return {label: [segment.text for segment in segments] for label, segments in kept.items()}

    def test_what_nobody_translated_is_left_out(self):
        kept = self.surveyed({"en": ["Open the file", "Close it"], "mi": ["Open the file!", "Huakina te kōnae"],
                              "sn": ["Mozilla Firefox", "Vhura faira"], "lg": ["Mozilla Firefox"], "so": ["Mozilla Firefox"],
                              "hr": ["Otvori datoteku"], "bs": ["Otvori datoteku"]})
        self.assertEqual(kept, {"en": ["Open the file", "Close it"], "mi": ["Huakina te kōnae"], "sn": ["Vhura faira"],
                                "hr": ["Otvori datoteku"], "bs": ["Otvori datoteku"]})

    def test_a_segment_stands_once_in_a_label(self):
        self.assertEqual(self.surveyed({"sn": ["Vhura faira", "vhura faira!", "Vhura faira 2"]}), {"sn": ["Vhura faira"]})

    def test_sentences_of_another_language_are_known_by_their_words(self):
        english = corpus.Words(self.segments(*["the file is in the folder and it can not be opened by you"] * 50))
        maori = corpus.Words(self.segments(*["ko te kōnae kei roto i te kōpaki engari kāore e taea te huaki"] * 20, "the file can not be opened"))
        for line, is_foreign in (("the file can not be opened", True), ("kāore e taea te huaki te kōnae", False), ("the", False)):
            self.assertEqual(corpus.foreign(self.segments(line)[0], maori, [english]), is_foreign, line)

    def test_a_family_that_nobody_translated_is_found_by_the_others(self):
        russian = corpus.Words(self.segments(*["строка в которой нужно искать слово"] * 50))
        leftovers = self.segments(*["строка в которой нужно искать"] * 30, family="qt")
        kyrgyz = corpus.Words(self.segments(*["сөздү издей турган сап керек"] * 30) + leftovers)
        self.assertTrue(all(corpus.foreign(segment, kyrgyz, [russian]) for segment in leftovers))
        self.assertFalse(corpus.foreign(self.segments("издей турган сап керек")[0], kyrgyz, [russian]))

    def test_the_only_family_of_a_label_is_judged_by_itself(self):
        spanish = corpus.Words(self.segments(*["el archivo de la carpeta no se puede abrir"] * 50))
        asturian = corpus.Words(self.segments(*["el ficheru de la carpeta nun se pue abrir"] * 50))
        self.assertFalse(corpus.foreign(self.segments("el ficheru de la carpeta nun se pue abrir")[0], asturian, [spanish]))

    def test_english_words_leave_lists_of_words_unless_the_language_has_them_too(self):
        english = corpus.Words(self.segments(*["he can open the file and the contract"] * 10) + self.segments("whiteheads", family="hunspell"))
        maori = corpus.Words(self.segments(*["he kōnae he kōpaki"] * 10))
        line = self.segments("contract whare he whiteheads kōnae", family="tesseract")[0]
        self.assertEqual(corpus.without_english(line, maori, english).text, "whare he kōnae")

    def test_sources_give_evenly_and_lists_of_words_little(self):
        parts = corpus.shares({"de": {"gnome": 10_000_000, "kde": 4_000_000, "hunspell": 1_000_000, "fortunes": 50_000}, "mi": {"tesseract": 200_000}})
        self.assertEqual(parts["de", "fortunes"], 1)
        self.assertEqual(parts["mi", "tesseract"], 1)
        self.assertEqual(parts["de", "hunspell"] * 1_000_000, corpus.MOST_OF_LIST)
        taken = {family: parts["de", family] * size for family, size in (("gnome", 10_000_000), ("kde", 4_000_000))}
        self.assertAlmostEqual(taken["gnome"], taken["kde"])
        self.assertAlmostEqual(sum(taken.values()) + 50_000 + corpus.MOST_OF_LIST, corpus.MOST_OF_LABEL)


class Sources(unittest.TestCase):
    RULES = "# a comment *\nmozilla/xpi * */x-*.xpi firefox-l10n-* thunderbird\ndjango/mo * *.mo python3-django\n"

    def test_globs_stand_for_packages_with_text(self):
        names = {"firefox-l10n-de", "firefox-l10n-all", "firefox-l10n-fr", "thunderbird", "python3-django", "bash"}
        self.assertEqual(packages.named(self.RULES, names), ["firefox-l10n-de", "firefox-l10n-fr", "python3-django", "thunderbird"])
        with self.assertRaises(SystemExit):
            packages.named(self.RULES, names - {"thunderbird"})

    def test_packages_of_one_glob_share_a_row(self):
        def row(package, family, characters):
            return {"package": package, "version": "1", "licences": "MPL-2.0", "family": family, "characters": characters}
        table = [row("firefox-l10n-de", "mozilla", "10"), row("firefox-l10n-fr", "mozilla", "20"), row("python3-django", "django", "5")]
        self.assertEqual(list(sources.rows(sources.globs_of(self.RULES), table)),
                         [("django", "python3-django", "1", 5, "MPL-2.0"), ("mozilla", "firefox-l10n-* (2)", "1", 30, "MPL-2.0")])


if __name__ == "__main__":
    unittest.main()
