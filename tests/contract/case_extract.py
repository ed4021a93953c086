"""HTML to documents: charsets, address rules, rejects, and pages in files of their own."""

import json

import corpora
import crawl
from case_crawl import CrawlCase
from harness import SOURCE

RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю"
PAGES = (  # charset of the header, page, its bytes' encoding, its text
    ("", "<meta charset=iso-8859-1><p>Une tasse de café à l’œil", "cp1252", "Une tasse de café à l’œil"),
    ("Shift_JIS", "<p>東京の天気は晴れ", "cp932", "東京の天気は晴れ"),
    ("", "<!--" + "x" * 15_000 + "--><p>" + "这是一个没有声明编码的网页，内容很长。" * 3, "gbk",
     "这是一个没有声明编码的网页，内容很长。" * 3),
    ("", f"<?xml version='1.0' encoding='koi8-r'?><p>{RUSSIAN}</p>", "koi8-r", RUSSIAN),
    ("", f"<p>{RUSSIAN}", "cp1251", RUSSIAN),
    ("utf-8", "<p>Mühle 🙂", "utf-16", "Mühle 🙂"),  # with a mark
    ("windows-1252", "<meta charset=koi8-r><p>Straße 東京", "utf-8", "Straße 東京"),
    ("", "<p>한국어 페이지의 본문입니다. 인코딩이 선언되지 않았습니다.", "cp949",
     "한국어 페이지의 본문입니다. 인코딩이 선언되지 않았습니다."),
)


def page(id, html, url=None, charset="", status="200 OK"):
    media_type = "text/html" + (f"; charset={charset}" if charset else "")
    body = crawl.response(id, html if isinstance(html, bytes) else html.encode(), status, media_type)
    return body if url is None else body.replace(f"https://example.org/{id}\r\n".encode(), f"{url}\r\n".encode(), 1)


class ExtractCase(CrawlCase):
    def documents_of(self, name="out.jsonl"):
        return [json.loads(line) for line in self.lines(name)]

    def ids_of(self, name="out.jsonl"):
        return [document["id"].removeprefix("<urn:uuid:").rstrip(">") for document in self.documents_of(name)]

    def reasons(self, name="r.jsonl"):
        return {document["id"].removeprefix("<urn:uuid:").rstrip(">"): document["metadata"]["reject"]["reason"]
                for document in self.documents_of(name)}


class Charsets(ExtractCase):
    def test_pages_in_many_charsets(self):
        self.write("in.warc.gz", b"".join(page(f"{i}", html.encode(encoding), charset=charset)
                                          for i, (charset, html, encoding, _) in enumerate(PAGES)))
        self.extract("in.warc.gz")
        self.assertEqual([document["text"] for document in self.documents_of()], [text for *_, text in PAGES])
        details = self.stats("s.json")["details"]
        self.assertEqual(details["charset_sources"],
                         {"meta": 2, "http": 1, "detected": 3, "bom": 1, "utf8_validity": 1})

    def test_plain_text_is_decoded_the_same_way(self):
        self.write("in.warc", crawl.response("1", RUSSIAN.encode("cp1251"), media_type="text/plain"))
        self.extract("in.warc")
        self.assertEqual(self.documents_of()[0]["text"], RUSSIAN)


class Addresses(ExtractCase):
    def crawl_with_repeats(self, count=400):
        """Pages of few addresses, some of them missing, the same address spelled in several ways."""
        parts = []
        for n in range(count):
            site = n % 37
            url = (f"https://site{site}.example/a", f"HTTPS://Site{site}.example:443/./a#top",
                   f"https://site{site}.example/a?PHPSESSID={n}")[n % 3]
            parts.append(page(f"{n:04}", f"<p>page {n}", url, status="404 No" if n % 5 == 0 else "200 OK"))
        return parts

    def test_url_dedup_keeps_the_first_that_may_be_kept(self):
        self.write("in.warc.gz", b"".join(self.crawl_with_repeats()))
        self.extract("in.warc.gz", "--url-dedup")
        first = {}
        for n in range(400):
            if n % 5:
                first.setdefault(n % 37, f"{n:04}")
        self.assertEqual(self.ids_of(), sorted(first.values()))
        reasons = self.reasons()
        self.assertEqual(sum(reason == "duplicate_url" for reason in reasons.values()), 320 - 37)
        self.assertEqual(sum(reason == "http_status" for reason in reasons.values()), 80)

    def test_url_dedup_is_the_same_whatever_threads_and_batches(self):
        self.write("in.warc.gz", b"".join(self.crawl_with_repeats()))
        results = set()
        for threads in "128":
            for batch in ("1000", "16KiB", "1MiB"):
                self.extract("in.warc.gz", "--url-dedup", "-j", threads, "--batch-bytes", batch)
                results.add((self.read("out.jsonl"), self.read("r.jsonl"), json.dumps(self.stats_but_run("s.json"))))
        self.assertEqual(len(results), 1)

    def test_url_dedup_over_shards_is_that_over_the_joined_input(self):
        parts = self.crawl_with_repeats()
        for i in range(4):
            self.write(f"in/{i}.warc.gz", b"".join(parts[100 * i : 100 * (i + 1)]))
        self.succeed("in", "--url-dedup", "-o", "out/", "--extension", "jsonl", "--rejects", "r/")
        self.succeed("in", "--url-dedup", "-o", "joined.jsonl")
        shards = [f"out/{i}.warc.jsonl" for i in range(4)]
        self.assertEqual([id for shard in shards for id in self.ids_of(shard)], self.ids_of("joined.jsonl"))

    def test_url_dedup_cannot_resume_shards(self):
        self.write("in/a.warc", page("1", "<p>x"))
        self.write("in/b.warc", page("2", "<p>x"))
        result = self.refuse(2, "in", "--url-dedup", "-o", "out/", "--stats", "s/", "--resume")
        self.assertIn("--url-dedup", result.err)

    def test_block_lists(self):
        self.write("in.warc", b"".join(page(f"{i}", "<p>x", url) for i, url in enumerate((
            "https://www.bad.example/", "https://good.example/", "http://mixed.example/bad/x", "http://mixed.example/good",
            "https://notbad.example/"))) + page("5", "<p>x", "https://bad.example/gone", status="404 No"))
        self.write_raw("ut1/adult/domains", b"# adult\nbad.example\n")
        self.write_raw("ut1/adult/urls", b"mixed.example/bad\n")
        self.extract("in.warc", "--url-blocklist", "ut1")
        self.assertEqual(self.ids_of(), ["1", "3", "4"])
        self.assertEqual(self.reasons(), {"0": "blocked_url", "2": "blocked_url", "5": "blocked_url"})
        details = [document["metadata"]["reject"]["detail"] for document in self.documents_of("r.jsonl")]
        self.assertEqual(details, ["bad.example", "mixed.example/bad", "bad.example"])

    def test_block_lists_are_configuration_by_content(self):
        self.write("in.warc", page("1", "<p>x"))
        digests = []
        for name, data in (("a", b"bad.example\n"), ("b.gz", corpora.as_gzip(b"# same\nbad.example\n")), ("c", b"worse.example\n")):
            self.write_raw(name, data)
            self.extract("in.warc", "--url-blocklist", name)
            digests.append(self.stats("s.json")["config_digest"])
        self.extract("in.warc")
        digests.append(self.stats("s.json")["config_digest"])
        self.assertEqual(digests[0], digests[1])
        self.assertEqual(len(set(digests)), 3)

    def test_list_that_holds_nothing_is_refused(self):
        self.write_raw("list", b"# nothing\n")
        self.assertIn("--url-blocklist: list: holds no entries", self.refuse(2, "--url-blocklist", "list").err)


class Rejects(ExtractCase):
    def test_min_text_bytes(self):
        self.write("in.warc", page("1", "<p>12345") + page("2", "<p>123456") + page("3", "<script>x()</script>"))
        self.extract("in.warc", "--min-text-bytes", "6")
        self.assertEqual(self.ids_of(), ["2"])
        self.assertEqual(self.reasons(), {"1": "too_short", "3": "empty"})

    def test_page_whose_text_is_not_chosen_is_not_called_empty(self):
        links = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("Home", "News", "Contact", "Login"))
        menu = f"<nav class=menu><ul>{links}</ul></nav><footer class=footer><p><a href=/t>Terms of use</a></footer>"
        self.write("in.warc", page("1", menu) + page("2", "<p> </p>"))
        self.extract("in.warc")
        self.assertEqual(self.reasons(), {"1": "no_main_content", "2": "empty"})
        self.extract("in.warc", "--mode", "all")
        self.assertEqual((self.ids_of(), self.reasons()), (["1"], {"2": "empty"}))

    def test_rejects_hold_html_only_if_asked_for(self):
        self.write("in.warc", page("1", "<title>T</title><p>caf\xe9".encode("latin-1")))
        self.extract("in.warc", "--min-text-bytes", "99")
        reject = self.documents_of("r.jsonl")[0]
        self.assertEqual((reject["text"], reject["metadata"]["title"]), ("", "T"))
        self.extract("in.warc", "--min-text-bytes", "99", "--rejects-html")
        self.assertEqual(self.documents_of("r.jsonl")[0]["text"], "<title>T</title><p>café")


class Files(ExtractCase):
    def test_a_page_is_a_document_named_by_its_path(self):
        self.write_raw("a/one.html", b"<title>One</title><p>first")
        self.write_raw("a/two.page", b"<!DOCTYPE html><p>second")  # by its content
        self.write_raw("a/odd.htm", b"third, without a tag")  # by its name
        self.write("in.warc", page("4", "<p>fourth"))
        self.extract("a/one.html", "a/two.page", "a/odd.htm", "in.warc")
        documents = self.documents_of()
        self.assertEqual([(document["id"], document["text"]) for document in documents],
                         [("a/one.html", "first"), ("a/two.page", "second"), ("a/odd.htm", "third, without a tag"),
                          ("<urn:uuid:4>", "fourth")])
        metadata = documents[0]["metadata"]
        self.assertEqual((metadata["file_path"], metadata["title"], "warc_offset" in metadata), ("a/one.html", "One", False))
        self.assertEqual(self.stats("s.json")["details"]["records"], {"file": 3, "response": 1})

    def test_compressed_pages_and_standard_input(self):
        html = b"<p>" + b"long " * 400_000
        self.write_raw("a.html.gz", corpora.as_gzip(html))
        self.write_raw("b.html.zst", corpora.as_zstd(html))
        self.extract("a.html.gz", "b.html.zst")
        self.assertEqual([len(document["text"]) for document in self.documents_of()], [1_999_999] * 2)
        result = self.succeed(input=b"<html><p>piped")
        self.assertEqual(json.loads(result.out)["text"], "piped")
        self.assertEqual(json.loads(result.out)["id"], "-")

    def test_many_pages_whatever_threads_and_batches(self):
        for n in range(300):
            self.write_raw(f"pages/{n % 7}/{n:03}.html", b"<p>page %d %s" % (n, b"x" * (n * 37 % 5000)))
        self.write_raw("pages/style.css", b"p{}")
        self.write_raw("pages/.hidden/no.html", b"<p>no")
        results = set()
        for threads in "128":
            for batch in ("100", "1MiB"):
                self.extract("pages", "-j", threads, "--batch-bytes", batch)
                results.add((self.read("out.jsonl"), json.dumps(self.stats_but_run("s.json"))))
        self.assertEqual(len(results), 1)
        self.assertEqual([document["id"] for document in self.documents_of()],
                         sorted(f"pages/{n % 7}/{n:03}.html" for n in range(300)))

    def test_a_tree_of_pages_is_one_shard(self):
        self.write_raw("site/a/index.html", b"<p>a")
        self.write_raw("site/b/index.html", b"<p>b")
        self.write("one.warc.gz", page("1", "<p>c"))
        self.succeed("site/", "one.warc.gz", "-o", "out/", "--extension", "jsonl")
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()), ["one.warc.jsonl", "site.jsonl"])
        self.assertEqual([document["text"] for document in self.documents_of("out/site.jsonl")], ["a", "b"])

    def test_pages_that_are_none(self):
        self.write_raw("a.html", b"%PDF-1.7\n%\xe2\xe3\n")
        self.write_raw("b.html", b"")
        self.write_raw("c.html", b"<p>" + b"x" * 5000)
        self.write_raw("d.html", b"<p>text")
        self.extract("a.html", "b.html", "c.html", "d.html", "--max-document-bytes", "4000")
        self.assertEqual([document["id"] for document in self.documents_of()], ["d.html"])
        self.assertEqual(self.reasons(), {"a.html": "media_type", "b.html": "empty"})
        self.assertEqual(self.stats("s.json")["bad_records"], {"document_too_large": 1})


class Sample(ExtractCase):
    def test_pages_of_the_sample_hold_the_text_of_its_wet_file(self):
        """The same documents, as pages in six encodings with a frame around them, and as a crawl's own text."""
        sample = SOURCE / "testdata" / "sample"
        texts = []
        for name in ("crawl.warc.gz", "crawl.warc.wet.gz"):
            self.extract(sample / name, "--mode", "all")
            texts.append({document["metadata"]["url"]: " ".join(document["text"].split()) for document in self.documents_of()})
        pages, wet = texts
        self.assertEqual(len(wet), 20)
        for url, text in wet.items():
            self.assertIn(text, pages[url])


class Explain(ExtractCase):
    PAGE = ("<title>T</title><nav><a href=/>Home</a></nav><article><h1>The mill</h1>"
            "<p>By noon the miller came, &lt;b>found</b> a post, and laughed.</article>")

    def setUp(self):
        super().setUp()
        self.write("a.warc.gz", b"".join(page(f"{i}", f"<p>page {i}") for i in range(50)))
        self.write("b.warc", page("wanted", self.PAGE) + page("other", "<p>x") + page("wanted", "<p>a later one"))

    def blocks_of(self, out):
        lines = [line for line in out.decode().splitlines() if not line.startswith("#")]
        self.assertEqual(lines[0].split("\t"), ["verdict", "likely", "first", "reasons", "path", "text"])
        return [line.split("\t") for line in lines[1:]]

    def test_a_line_for_each_block(self):
        for id in ("<urn:uuid:wanted>", "urn:uuid:wanted", "wanted"):
            result = self.succeed("a.warc.gz", "b.warc", "--explain", id)
            blocks = self.blocks_of(result.out)
            self.assertEqual([block[4:] for block in blocks], [
                ["html>body>nav", "Home"], ["html>body>article>h1", "The mill"],
                ["html>body>article>p", "By noon the miller came, <b>found a post, and laughed."]])
            self.assertTrue(result.out.startswith(b"# kind: "), result.out)
            self.assertTrue(all(block[0] in ("keep", "drop") for block in blocks), result.out)

    def test_verdicts_are_those_of_the_document(self):
        self.write("one.warc", page("1", self.PAGE))
        for profile in ("precision", "balanced", "recall"):
            self.extract("one.warc", "--profile", profile)
            text = "".join(document["text"] for document in self.documents_of())
            for verdict, *_, shown in self.blocks_of(
                    self.succeed("one.warc", "--profile", profile, "--explain", "1").out):
                self.assertEqual(shown in text, verdict == "keep", (profile, shown, text))

    def test_page_to_look_at(self):
        out = self.succeed("b.warc", "--explain", "wanted", "-o", "why.html").out
        self.assertEqual(len(self.blocks_of(out)), 3)
        shown = self.read("why.html").decode()
        self.assertIn("By noon the miller came, &lt;b&gt;found a post, and laughed.</p>", shown)
        self.assertEqual(shown.count('<p class="'), 3)

    def test_file_by_its_path(self):
        self.write_raw("saved/a.html", b"<p>one")
        self.write_raw("saved/b.html", b"<p>two")
        self.assertEqual(self.blocks_of(self.succeed("saved", "--explain", "saved/b.html").out)[0][5], "two")

    def test_page_that_is_not_there(self):
        result = self.refuse(1, "a.warc.gz", "b.warc", "--explain", "nowhere", "-o", "why.html")
        self.assertIn("--explain nowhere: no page in the inputs has this id", result.err)
        self.assertFalse((self.folder / "why.html").exists())

    def test_record_that_is_no_page(self):
        self.write("c.warc", crawl.response("1", b"%PDF-1.7", media_type="application/pdf"))
        self.assertIn("no HTML page but application/pdf", self.refuse(1, "c.warc", "--explain", "1").err)

    def test_what_does_not_go_with_it(self):
        for options in (("--mode", "all"), ("--rejects", "r.jsonl"), ("--list",), ("-o", "out/")):
            self.assertIn(options[-1] if options[0] == "-o" else options[0],
                          self.refuse(2, "b.warc", "--explain", "wanted", *options).err)
