"""Good, odd and bad records: what is passed on byte for byte, what is counted, and when the run stops."""

import re

import corpora
from harness import SANITIZED, SOURCE, Case, json_lines_only, long_only


class Records(Case):
    # Rejects are looked at elsewhere: here the tool keeps what it can.

    def test_empty_input(self):
        self.write("in.jsonl", b"")
        self.succeed("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "--errors", "e.jsonl")
        self.assertEqual(self.read("out.jsonl"), b"")
        self.assertEqual(self.read("e.jsonl"), b"")
        self.assertEqual(self.stats("s.json")["ledger"]["in"]["documents"], 0)
        self.assertEqual(self.stats("s.json")["bad_records"], {})

    def test_empty_input_makes_files_that_decompress(self):
        for name in ("in.jsonl.gz", "in.jsonl.zst"):
            self.write(name, b"")
            for output in ("out.jsonl.gz", "out.jsonl.zst"):
                self.succeed(name, "-o", output)
                self.assertEqual(self.read(output), b"")

    def test_one_document(self):
        self.write("in.jsonl", self.documents(1))
        self.succeed("in.jsonl", "-o", "out.jsonl", "--stats", "s.json")
        self.assertEqual(len(self.lines("out.jsonl")), 1)
        self.assertEqual(self.stats("s.json")["ledger"]["in"]["documents"], 1)

    @json_lines_only
    def test_odd_documents_are_good(self):
        data = b"\n".join(self.corpus.odd_lines) + b"\n"
        self.write("in.jsonl", data)
        self.succeed("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "--max-errors", "0")
        self.assertEqual(self.stats("s.json")["ledger"]["in"]["documents"], len(self.corpus.odd_lines))
        self.assertEqual(self.read("out.jsonl"), data)

    @json_lines_only
    def test_line_ends(self):
        """CRLF stays as it came, blank lines are no records, and a missing final newline is put there."""
        one, two, three = corpora.lines(3)
        self.write("in.jsonl", b"\n\r\n" + one + b"\r\n \t\n" + two + b"\n\n" + three)
        self.succeed("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "--max-errors", "0")
        self.assertEqual(self.read("out.jsonl"), one + b"\r\n" + two + b"\n" + three + b"\n")
        self.assertEqual(self.stats("s.json")["details"]["blank_lines"], 4)

    @json_lines_only
    def test_missing_newline_between_inputs(self):
        one, two = corpora.lines(2)
        self.write("a.jsonl", one)
        self.write("b.jsonl.gz", two)
        self.assertEqual(self.succeed("a.jsonl", "b.jsonl.gz").out, one + b"\n" + two + b"\n")

    @json_lines_only
    def test_each_kind_of_bad_record(self):
        """One at a time among good ones: counted under its reason, described with its place, and copied raw."""
        good = corpora.lines(4)
        before = b"\n".join(good[:2]) + b"\n"
        for reason, line in corpora.BAD_LINES:
            with self.subTest(reason=reason, line=line):
                self.write("in.jsonl", before + line + b"\n" + b"\n".join(good[2:]) + b"\n")
                result = self.succeed("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "--errors", "e.jsonl")
                self.assertEqual(self.stats("s.json")["bad_records"], {reason: 1})
                self.assertEqual(self.read("e.jsonl"), line + b"\n")
                self.assertEqual(self.lines("out.jsonl"), [line + b"\n" for line in good])
                self.assertEqual(self.stats("s.json")["ledger"]["in"]["documents"], 4)
                place = re.search(r"in\.jsonl: record 3 at byte ([\d,]+): ", result.err)
                self.assertTrue(place, result.err)
                offset = int(place.group(1).replace(",", "")) - len(before)
                self.assertTrue(0 <= offset <= len(line), result.err)

    @json_lines_only
    def test_every_documented_reason_is_tried(self):
        text = (SOURCE / "docs" / "formats.md").read_text()
        documented = set(re.findall(r"^\| `([a-z_0-9]+)` \|", text[text.index("bad_records"):], re.MULTILINE))
        tried = {reason for reason, _ in corpora.BAD_LINES}
        self.assertEqual(tried - documented, set(), "not in docs/formats.md")

    @json_lines_only
    def test_missing_final_newline_of_a_bad_record(self):
        self.write("in.jsonl", self.documents(2) + b"not JSON")
        self.succeed("in.jsonl", "-o", "out.jsonl", "--errors", "e.jsonl")
        self.assertEqual(self.read("e.jsonl"), b"not JSON\n")

    def test_only_the_first_bad_records_are_described(self):
        self.write("in.jsonl", self.documents(100) + self.corpus.bad(50))
        result = self.succeed("in.jsonl", "-o", "out.jsonl", "--max-errors", "100")
        self.assertLessEqual(len(result.err.splitlines()), 12)
        self.assertIn("50", result.err.splitlines()[-1])

    def test_quiet_says_nothing_of_bad_records(self):
        self.write("in.jsonl", self.documents(10) + self.corpus.bad(1))
        self.assert_silent(self.succeed("in.jsonl", "-q").err)


class MaxErrors(Case):
    OUTPUTS = ("-o", "out.jsonl", "--stats", "s.json", "--errors", "e.jsonl")
    NAMES = ("out.jsonl", "s.json", "e.jsonl")

    def stops(self, *arguments):
        result = self.refuse(1, "in.jsonl", *self.OUTPUTS, *arguments)
        self.assert_nothing_published(*self.NAMES)
        return result

    def test_all_bad_input(self):
        for count in (1, 20):
            self.write("in.jsonl", self.corpus.bad(count))
            self.stops()
            self.stops("--max-errors", "1000")

    def test_bad_share_over_the_limit(self):
        self.write("in.jsonl", self.documents(1500) + self.corpus.bad(3))
        self.assertIn("bad", self.stops().err)

    def test_bad_share_under_the_limit(self):
        self.write("in.jsonl", self.documents(3000) + self.corpus.bad(3))
        self.succeed("in.jsonl", *self.OUTPUTS)
        self.assertEqual(self.stats("s.json")["bad_records"], {self.corpus.BAD: 3})
        self.assertEqual(self.read("e.jsonl"), self.corpus.bad(3))

    def test_share_is_not_judged_before_1000_records(self):
        self.write("in.jsonl", self.corpus.bad(2) + self.documents(998))
        self.stops()
        self.write("in.jsonl", self.corpus.bad(1) + self.documents(999))
        self.succeed("in.jsonl", *self.OUTPUTS)
        self.write("in.jsonl", self.corpus.bad(400) + self.documents(500))
        self.succeed("in.jsonl", *self.OUTPUTS)

    def test_number(self):
        self.write("in.jsonl", self.documents(50) + self.corpus.bad(5))
        self.stops("--max-errors", "4")
        self.stops("--max-errors", "0")
        self.succeed("in.jsonl", *self.OUTPUTS, "--max-errors", "5")

    def test_percent(self):
        self.write("in.jsonl", self.documents(1800) + self.corpus.bad(100))
        self.stops("--max-errors", "5%")
        self.stops("--max-errors", "0.05")
        for batch in ("100", "1MiB", "100MiB"):
            self.succeed("in.jsonl", *self.OUTPUTS, "--max-errors", "6%", "--batch-bytes", batch)

    def test_stops_at_the_same_record_whatever_the_batches(self):
        """The limit is judged record by record: 114 of 1,914 are under 6 %, 115 of 1,915 over it."""
        self.write("in.jsonl", self.documents(1800) + self.corpus.bad(200))
        said = set()
        runs = [(batch, threads) for batch in ("1", "5000", "100MiB") for threads in ("1", "4")]
        if SANITIZED:
            runs = [("5000", "4"), ("100MiB", "1")]
        for batch, threads in runs:
            said.add(self.stops("--max-errors", "6%", "--batch-bytes", batch, "-j", threads).err.splitlines()[-1])
        self.assertEqual(len(said), 1, said)
        self.assertIn("115 of the first 1,915", said.pop())

    def test_stop_does_not_touch_what_was_there(self):
        self.write("out.jsonl", b"of an earlier run\n")
        self.write("in.jsonl", self.corpus.bad(20))
        self.refuse(1, "in.jsonl", "-o", "out.jsonl")
        self.assertEqual(self.read("out.jsonl"), b"of an earlier run\n")
        self.assert_no_dot_files()


class LargeDocuments(Case):
    def test_limit_is_exact(self):
        self.write("in.jsonl", self.documents(2) + self.corpus.large(5000) + self.corpus.large(5001))
        for batch in ("1", "100", "1MiB"):
            self.succeed("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "--errors", "e.jsonl",
                         "--max-document-bytes", "5000", "--batch-bytes", batch)
            self.assertEqual(self.stats("s.json")["bad_records"], {"document_too_large": 1})
            self.assertEqual(self.read("e.jsonl"), self.corpus.large(5001, raw=True))
            self.assert_holds(self.read("out.jsonl"), self.documents(2) + self.corpus.large(5000))

    def test_too_large_at_the_end_and_in_every_compression(self):
        data = self.corpus.large(300_000) + self.documents(3) + self.corpus.large(300_001)
        for ending in ("", ".gz", ".zst"):
            with self.subTest(ending=ending):
                self.write("in.jsonl" + ending, data)
                self.succeed("in.jsonl" + ending, "-o", "out.jsonl" + ending, "--errors", "e.jsonl" + ending,
                             "--max-document-bytes", "100000")
                self.assert_holds(self.read("out.jsonl" + ending), self.documents(3))
                self.assertEqual(self.read("e.jsonl" + ending),
                                 self.corpus.large(300_000, raw=True) + self.corpus.large(300_001, raw=True))

    @long_only
    def test_line_of_1_gb_is_streamed_past(self):
        with open(self.folder / "in.jsonl", "wb") as file:
            file.write(self.documents(100))
            file.writelines(self.corpus.large_parts(1 << 30))
            file.write(self.documents(100, first=100))
        self.succeed("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "-j", "2")
        self.assertEqual(self.stats("s.json")["bad_records"], {"document_too_large": 1})
        self.assert_holds(self.read("out.jsonl"), self.documents(100) + self.documents(100, first=100))
