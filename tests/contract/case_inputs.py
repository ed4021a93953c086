"""Where inputs come from: standard input, files, directories, lists, fetch commands; and damaged ones."""

import gzip
import os
import shlex
import shutil
import threading
import unittest

import corpora
from harness import Case


class Inputs(Case):
    document_tools_only = False

    def test_no_input_means_standard_input(self):
        data = self.documents(100)
        self.assert_holds(self.succeed(input=data).out, data)
        self.assert_holds(self.succeed("-", input=data).out, data)
        self.assert_holds(self.succeed("-", "-o", "-", input=data).out, data)

    def test_compressed_standard_input(self):
        data = self.documents(100)
        self.assert_holds(self.succeed(input=corpora.as_gzip(data)).out, data)
        self.assert_holds(self.succeed(input=corpora.as_zstd(data)).out, data)

    def test_compression_is_found_by_content(self):
        data = self.documents(100)
        self.write_raw("in.jsonl", corpora.as_zstd(data))
        self.assert_holds(self.succeed("in.jsonl").out, data)
        self.write_raw("in.zst", data)
        self.assert_holds(self.succeed("in.zst").out, data)

    def test_several_inputs_in_order(self):
        parts = [self.documents(20, first=20 * i) for i in range(3)]
        for name, part in zip(("b.jsonl", "a.jsonl.gz", "c.jsonl.zst"), parts):
            self.write(name, part)
        self.assert_holds(self.succeed("b.jsonl", "a.jsonl.gz", "c.jsonl.zst").out, b"".join(parts))

    def test_missing_file(self):
        """Named before anything comes out, also where it stands last."""
        self.write("in.jsonl", self.documents(10))
        for arguments in (("missing.jsonl",), ("in.jsonl", "missing.jsonl"), ("in.jsonl", "missing/")):
            result = self.refuse(3, *arguments)
            self.assertIn("missing", result.err)
            self.assertEqual(result.out, b"")
            self.refuse(3, *arguments, "-o", "out.jsonl")
            self.assert_nothing_published("out.jsonl")

    def test_missing_or_empty_list(self):
        self.assertIn("missing.txt", self.refuse(3, "--inputs", "missing.txt").err)
        self.write("list.txt", b"# nothing\n")
        self.assertIn("list.txt", self.refuse(3, "--inputs", "list.txt").err)

    def test_empty_directory(self):
        (self.folder / "empty").mkdir()
        self.assertIn("empty", self.refuse(3, "empty").err)

    def test_lists(self):
        for i in range(3):
            self.write(f"part {i}.jsonl", self.documents(5, first=5 * i))
        self.write("list.txt.gz", b"# a comment\npart 0.jsonl\n\npart 1.jsonl\r\npart 2.jsonl")
        self.assert_holds(self.succeed("--inputs", "list.txt.gz").out, b"".join(
            self.documents(5, first=5 * i) for i in range(3)))

    def test_named_pipe(self):
        os.mkfifo(self.folder / "pipe")
        data = self.documents(5000)
        writer = threading.Thread(target=lambda: (self.folder / "pipe").write_bytes(data), daemon=True)
        writer.start()
        self.assert_holds(self.succeed("pipe").out, data)
        writer.join()


class Fetch(Case):
    document_tools_only = False
    ODD_NAMES = ("plain.jsonl", "with space.jsonl", "quo'te.jsonl", 'dou"ble.jsonl', "$(false).jsonl", "-dash.jsonl",
                 "back\\slash.jsonl", "Straße.jsonl")

    def write_parts(self):
        for i, name in enumerate(self.ODD_NAMES):
            self.write(name, self.documents(10, first=10 * i))
        self.write("list.txt", "\n".join(self.ODD_NAMES).encode())
        return b"".join(self.documents(10, first=10 * i) for i in range(len(self.ODD_NAMES)))

    def test_fetch_odd_names(self):
        whole = self.write_parts()
        self.assert_holds(self.succeed("--inputs", "list.txt", "--fetch", "cat -- {}").out, whole)

    def test_fetch_that_fails(self):
        """A fetch that delivers and then fails is a failure: its exit status counts."""
        self.write("in.jsonl", self.documents(10))
        retries = ("--fetch-retries", "0") if self.tool.document_tool else ()
        command = None
        if not self.tool.document_tool:
            program, chain, stages = self.tool.command
            command = (program, chain, stages.replace(" ", " --fetch-retries 0 ", 1))
        result = self.refuse(3, "in.jsonl", "--fetch", "cat {}; echo why >&2; exit 7", *retries, "-o", "out.jsonl",
                             command=command)
        for text in ("in.jsonl", "7", "why"):
            self.assertIn(text, result.err)
        self.assert_nothing_published("out.jsonl")


class FetchAgain(Case):
    def test_fetch_is_repeated(self):
        """The second attempt continues where the first failed; nothing comes twice."""
        data = self.documents(3000)
        self.write("in.jsonl", data)
        flaky = "if test -e seen; then cat {}; else touch seen; head -c 100000 {}; exit 1; fi"
        self.assert_holds(self.succeed("in.jsonl", "--fetch", flaky, "--fetch-retries", "1").out, data)

    def test_fetch_that_changes_is_refused(self):
        flaky = "if test -e seen; then echo other; else touch seen; seq 10; exit 1; fi # {}"
        self.assertIn("not the same", self.refuse(3, "x", "--fetch", flaky, "--fetch-retries", "1").err)

    def test_fetch_over_http(self):
        if not shutil.which("curl"):
            self.skipTest("curl is not installed")
        # Not for every case: each is a process, and these take as long to load as all the rest.
        import http.server
        from urllib.parse import unquote
        parts = {f"/shard {i}.jsonl.gz": self.documents(100, first=100 * i) for i in range(3)}
        requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = unquote(self.path)
                first = path not in requests
                requests.append(path)
                body = corpora.as_gzip(parts[path]) if path in parts else b""
                self.send_response(200 if body else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                # The first attempt at the middle one breaks off.
                self.wfile.write(body[: len(body) // 2] if first and "1" in path else body)
                self.close_connection = True

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.write("list.txt", "".join(f"shard%20{i}.jsonl.gz\n" for i in range(3)).encode())
        curl = f"curl -fsS --noproxy '*' http://127.0.0.1:{server.server_port}/{{}}"
        result = self.succeed("--inputs", "list.txt", "--fetch", curl, "--fetch-retries", "2", "--max-errors", "0")
        self.assert_holds(result.out, b"".join(parts.values()))
        self.assertEqual(len(requests), 4 + 3 * (self.tool.passes - 1))
        gone = self.refuse(3, "gone.gz", "--fetch", curl, "--fetch-retries", "0", "-o", "out.jsonl")
        self.assertIn("404", gone.err)
        self.assert_nothing_published("out.jsonl")


class Damage(Case):
    """Streams that were cut off, flipped or appended to."""

    def truncated(self, name):
        data = self.documents(2000)
        packed = corpora.compressed_for(name, data)
        self.write_raw(name, packed[: len(packed) * 2 // 3])
        return data

    def test_truncated_input(self):
        for name in ("in.jsonl.gz", "in.jsonl.zst"):
            with self.subTest(name=name):
                data = self.truncated(name)
                result = self.refuse(3, name, "-o", "out.jsonl", "--stats", "s.json")
                self.assertIn(name, result.err)
                self.assertIn("truncated", result.err)
                self.assert_nothing_published("out.jsonl", "s.json")
                self.succeed(name, "-o", "kept.jsonl", "--allow-truncated", "--stats", "t.json")
                self.assertEqual(self.stats("t.json")["bad_records"], {self.corpus.TRUNCATED: 1})
                kept, whole = self.corpus.found(self.read("kept.jsonl")), self.corpus.expected(data)
                self.assertEqual(kept, whole[: len(kept)])
                self.assertGreater(len(kept), len(whole) // 4)
                for kept_file in ("kept.jsonl", "t.json"):
                    (self.folder / kept_file).unlink()

    def test_truncated_standard_input(self):
        packed = corpora.as_gzip(self.documents(2000))
        self.refuse(3, "-o", "out.jsonl", input=packed[:-100])
        self.assert_nothing_published("out.jsonl")

    def test_truncated_within_header_and_trailer(self):
        packed = corpora.as_gzip(self.documents(10))
        for size in (5, len(packed) - 1):
            self.write_raw("in.gz", packed[:size])
            self.refuse(3, "in.gz", "-o", "out.jsonl")

    def test_damaged_member_in_the_middle(self):
        """What comes before and behind it is delivered."""
        for pack in (corpora.as_gzip, corpora.as_zstd):
            with self.subTest(pack=pack.__name__):
                parts = [self.documents(400, first=400 * i) for i in range(3)]
                members = [bytearray(pack(part)) for part in parts]
                middle = members[1]
                for at in range(len(middle) // 2, len(middle) // 2 + 40):
                    middle[at] ^= 0x55
                self.write_raw("in.bin", b"".join(members))
                self.succeed("in.bin", "-o", "out.jsonl", "--stats", "s.json", "--max-errors", "1000")
                out = self.corpus.found(self.read("out.jsonl"))
                first, _, last = map(self.corpus.expected, parts)
                self.assertEqual(out[: len(first)], first)
                self.assertEqual(out[-len(last) :], last)
                bad = self.stats("s.json")["bad_records"]  # flipped bits may decode, to something else
                self.assertEqual(sum(bad.get(reason, 0) for reason in {self.corpus.DAMAGED, self.corpus.WRONG_CHECKSUM}), 1)

    def test_wrong_checksum(self):
        packed = bytearray(corpora.as_gzip(self.documents(400)))
        packed[-6] ^= 1
        self.write_raw("in.gz", bytes(packed) + corpora.as_gzip(self.documents(10, first=400)))
        self.succeed("in.gz", "-o", "out.jsonl", "--stats", "s.json")
        self.assertEqual(self.stats("s.json")["bad_records"], {self.corpus.WRONG_CHECKSUM: 1})

    def test_trailing_garbage(self):
        data = self.documents(400)
        for pack in (corpora.as_gzip, corpora.as_zstd):
            with self.subTest(pack=pack.__name__):
                self.write_raw("in.bin", pack(data) + b"garbage behind the end")
                self.succeed("in.bin", "-o", "out.jsonl", "--stats", "s.json")
                self.assert_holds(self.read("out.jsonl"), data)
                self.assertEqual(self.stats("s.json")["bad_records"], {"garbage": 1})
                self.write_raw("in.bin", pack(data) + bytes(1000))  # tape padding is no garbage
                self.succeed("in.bin", "-o", "out.jsonl", "--stats", "s.json", "--max-errors", "0")
                self.assert_holds(self.read("out.jsonl"), data)

    def test_unusual_but_good_streams(self):
        data = self.documents(400)
        half = data.index(b"\n", len(data) // 2) - 20  # within a document
        skippable = b"\x50\x2a\x4d\x18\x05\0\0\0hello"
        streams = {
            "many members": b"".join(gzip.compress(bytes([byte])) for byte in data[:500]) + gzip.compress(data[500:]),
            "empty members": gzip.compress(b"") * 10 + gzip.compress(data) + gzip.compress(b""),
            "frames": corpora.as_zstd(data[:half]) + corpora.as_zstd(data[half:]),
            "skippable frames": skippable + corpora.as_zstd(data) + skippable,
            "no content size": corpora.as_zstd(data, "--no-content-size"),
            "long window": corpora.as_zstd(data, "--long=30", "--no-content-size"),
        }
        for name, stream in streams.items():
            with self.subTest(name):
                self.assert_holds(self.succeed("--max-errors", "0", input=stream).out, data)
