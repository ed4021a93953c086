"""Token shards of sluice-bpe encode, read back by readers that know the formats' definitions alone: NumPy's own for
.npy, one over numpy.memmap for Megatron's .bin and .idx. SLUICE_BIN names the folder of the programs."""

import base64
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
except ImportError:
    print("numpy is not installed (python3-numpy)")
    sys.exit(77)

BPE = str(pathlib.Path(os.environ["SLUICE_BIN"]).resolve() / "sluice-bpe")
EOS = "<|endoftext|>"


def byte_alphabet():
    """How byte-level vocabularies spell each byte: printable ones as themselves, the others from U+0100 on."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [b for b in range(256) if b not in plain]
    return {**{b: chr(b) for b in plain}, **{b: chr(0x100 + i) for i, b in enumerate(others)}}


def write_tokenizer(path, size):
    """Bytes, two merges whose ids are the highest ones, and a special token behind them."""
    vocab = {spelled: byte for byte, spelled in byte_alphabet().items()}
    vocab.update({f"unused{i:06d}": i for i in range(256, size - 3)})
    vocab.update({"th": size - 3, "the": size - 2})
    path.write_text(json.dumps({
        "version": "1.0", "truncation": None, "padding": None, "normalizer": None, "post_processor": None,
        "added_tokens": [{"id": size - 1, "content": EOS, "single_word": False, "lstrip": False, "rstrip": False,
                          "normalized": False, "special": True}],
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                  "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
                  "vocab": vocab, "merges": ["t h", "th e"]}}))


def write_documents(path, count, seed):
    words = ["the", "river", "café", "水車", "😀", "a", "\n", "\"quoted\"", "th"]
    choose = random.Random(seed)
    documents = []
    for i in range(count):
        text = " ".join(choose.choices(words, k=choose.choice([0, 1, 5, 40, 400])))
        documents.append({"id": f"urn:{seed}:{i}" if i % 3 else i, "text": text})
    path.write_text("".join(json.dumps(d, ensure_ascii=i % 2 == 0) + "\n" for i, d in enumerate(documents)))
    return documents


class Megatron:
    """The sequences of a .bin as its .idx tells them."""

    def __init__(self, bin_path):
        index = numpy.memmap(bin_path.with_suffix(".idx"), mode="r", order="C")
        magic, version, code, sequences, documents = struct.unpack_from("<9sQBQQ", index)
        assert magic == b"MMIDIDX\0\0" and version == 1
        self.dtype = {4: numpy.dtype("<i4"), 8: numpy.dtype("<u2")}[code]
        at = struct.calcsize("<9sQBQQ")
        self.lengths = numpy.frombuffer(index, "<i4", sequences, at)
        at += self.lengths.nbytes
        self.pointers = numpy.frombuffer(index, "<i8", sequences, at)
        at += self.pointers.nbytes
        self.documents = numpy.frombuffer(index, "<i8", documents, at)
        assert at + self.documents.nbytes == index.size
        self.bytes = numpy.memmap(bin_path, mode="r", order="C")

    def __getitem__(self, i):
        return numpy.frombuffer(self.bytes, self.dtype, self.lengths[i], self.pointers[i])


class Shards(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.sizes = {"small": 1000, "large": 70_000}  # 16 bits an id, 32
        for name, size in cls.sizes.items():
            write_tokenizer(cls.folder / f"{name}.json", size)
        cls.documents = write_documents(cls.folder / "in.jsonl", 700, seed=1)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def bpe(self, *arguments, expect=0, given=b""):
        done = subprocess.run([BPE, *map(str, arguments)], input=given, capture_output=True, timeout=120,
                              cwd=self.folder)
        self.assertEqual(done.returncode, expect, done.stderr.decode())
        return done

    def encode(self, tokenizer, *arguments):
        return self.bpe("encode", "--tokenizer", f"{tokenizer}.json", *arguments).stdout

    def ids(self, tokenizer):
        """Of each document, eos included, as the JSON lines tell them."""
        lines = self.encode(tokenizer, "in.jsonl", "--eos", EOS).splitlines()
        records = [json.loads(line) for line in lines]
        self.assertEqual([r["id"] for r in records], [d["id"] for d in self.documents])
        return [r["tokens"] for r in records]

    def check_map(self, path, stream, ids):
        lines = [json.loads(line) for line in (path.parent / f"{path.name}.docs.jsonl").read_text().splitlines()]
        self.assertEqual([line["id"] for line in lines], [d["id"] for d in self.documents])
        for line, document in zip(lines, ids):
            found = stream[line["offset"]:line["offset"] + line["length"]]
            self.assertEqual(list(found), document)

    def test_npy_is_what_numpy_reads(self):
        for tokenizer, dtype in (("small", "<u2"), ("large", "<u4")):
            path = self.folder / f"{tokenizer}.npy"
            self.encode(tokenizer, "in.jsonl", "--format", "npy", "--eos", EOS, "-o", path)
            stream = numpy.load(path, mmap_mode="r")
            self.assertEqual(stream.dtype, numpy.dtype(dtype))
            ids = self.ids(tokenizer)
            self.assertEqual(stream.tolist(), sum(ids, []))
            self.assertIn(self.sizes[tokenizer] - 2, stream)  # the id of "the" has all its bits
            self.check_map(path, stream, ids)

    def test_megatron_is_what_its_definition_says(self):
        for tokenizer, dtype in (("small", "<u2"), ("large", "<i4")):
            path = self.folder / f"{tokenizer}.bin"
            self.encode(tokenizer, "in.jsonl", "--format", "megatron", "--eos", EOS, "-o", path)
            read = Megatron(path)
            self.assertEqual(read.dtype, numpy.dtype(dtype))
            ids = self.ids(tokenizer)
            self.assertEqual([read[i].tolist() for i in range(len(read.lengths))], ids)
            self.assertEqual(read.documents.tolist(), list(range(len(ids) + 1)))
            self.check_map(path, numpy.memmap(path, read.dtype, "r"), ids)

    def test_raw_is_the_ids_and_may_be_compressed_or_streamed(self):
        ids = sum(self.ids("small"), [])
        raw = ("in.jsonl", "--format", "raw", "--eos", EOS)
        streamed = self.encode("small", *raw)
        self.assertEqual(numpy.frombuffer(streamed, "<u2").tolist(), ids)
        self.encode("small", *raw, "-o", self.folder / "t.bin.gz")
        unzipped = subprocess.run(["gzip", "-dc", self.folder / "t.bin.gz"], capture_output=True, check=True).stdout
        self.assertEqual(unzipped, streamed)

    def test_rows_hold_the_stream_and_the_last_one_is_told_of(self):
        stream = sum(self.ids("small"), [])
        row = 257
        pack = ("in.jsonl", "--format", "npy", "--eos", EOS, "--pack", row)
        rest = len(stream) % row
        self.assertNotEqual(rest, 0)
        self.encode("small", *pack, "-o", "padded.npy")
        padded = numpy.load(self.folder / "padded.npy")
        self.assertEqual(padded.shape, (len(stream) // row + 1, row))
        self.assertEqual(padded.ravel().tolist(), stream + [self.sizes["small"] - 1] * (row - rest))
        told = json.loads((self.folder / "padded.npy.manifest.json").read_text())["shards"][0]
        self.assertEqual((told["tokens"], told["padding"], told["dropped"]), (padded.size, row - rest, 0))
        done = self.bpe("encode", "--tokenizer", "small.json", *pack, "--last-row", "drop", "-o", "cut.npy")
        self.assertIn(f"{rest} tokens that fill no row left out".encode(), done.stderr)
        cut = numpy.load(self.folder / "cut.npy")
        self.assertEqual(cut.shape, (len(stream) // row, row))
        self.assertEqual(cut.ravel().tolist(), stream[:-rest])
        told = json.loads((self.folder / "cut.npy.manifest.json").read_text())["shards"][0]
        self.assertEqual((told["tokens"], told["padding"], told["dropped"]), (cut.size, 0, rest))
        self.encode("small", *pack[:2], "megatron", *pack[3:], "-o", "rows.bin")
        rows = Megatron(self.folder / "rows.bin")
        self.assertEqual([rows[i].tolist() for i in range(len(rows.lengths))], padded.tolist())

    def test_the_same_bytes_for_any_threads_and_batches(self):
        for options in (("json",), ("npy", "--pack", 100), ("megatron",), ("raw", "--pack", 3, "--last-row", "drop")):
            made = []
            for run, shape in enumerate((("-j", 1), ("-j", 2), ("-j", 8, "--batch-bytes", 700),
                                         ("-j", 1, "--batch-bytes", 100))):
                folder = self.folder / f"same-{options[0]}-{run}"
                folder.mkdir()
                name = {"json": "x.jsonl", "npy": "x.npy"}.get(options[0], "x.bin")
                self.encode("small", "in.jsonl", "--eos", EOS, "--format", *options, *shape, "-o", folder / name)
                made.append({path.name: path.read_bytes() for path in folder.iterdir()})
                self.assertEqual(made[-1].keys(), made[0].keys())
                self.assertTrue(made[-1] == made[0], f"{options} {shape}")

    def test_a_folder_takes_a_shard_for_each_input_and_one_manifest(self):
        for i in range(3):
            write_documents(self.folder / f"part-{i}.jsonl", 50 + i, seed=10 + i)
        run = [f"part-{i}.jsonl" for i in range(3)] + ["--format", "megatron", "--eos", EOS, "--stats", "stats/",
                                                       "-o", "shards/"]
        self.encode("small", *run)
        shards = self.folder / "shards"
        manifest = (shards / "manifest.json").read_text()
        told = json.loads(manifest)
        self.assertEqual([s["file"] for s in told["shards"]], ["part-0.bin", "part-1.bin", "part-2.bin"])
        self.assertEqual(told["documents"], 153)
        self.assertEqual(told["tokens"], sum(Megatron(shards / s["file"]).lengths.sum() for s in told["shards"]))
        for shard in told["shards"]:
            self.assertEqual(Megatron(shards / shard["file"]).dtype, numpy.dtype(shard["dtype"]))
            for key in ("index", "map"):
                self.assertTrue((shards / shard[key]).exists())
        # What is done already is skipped, and stands in the manifest all the same.
        (self.folder / "stats" / "part-1.jsonl.stats.json").unlink()
        (shards / "manifest.json").unlink()
        done = self.bpe("encode", "--tokenizer", "small.json", *run, "--resume")
        self.assertIn(b"2 shards skipped", done.stderr)
        self.assertEqual((shards / "manifest.json").read_text(), manifest)

    def test_a_failed_run_leaves_the_manifest_of_what_it_did_not_replace(self):
        for i in range(2):
            write_documents(self.folder / f"kept-{i}.jsonl", 5, seed=20 + i)
        run = ("kept-0.jsonl", "kept-1.jsonl", "--max-errors", "0", "--format", "npy", "-o", "kept/")
        manifest = self.folder / "kept" / "manifest.json"
        self.encode("small", *run)
        before = manifest.read_bytes()
        for name, left in (("kept-0.jsonl", True), ("kept-1.jsonl", False)):
            good = (self.folder / name).read_bytes()
            (self.folder / name).write_bytes(good + b"broken\n")
            self.bpe("encode", "--tokenizer", "small.json", *run, expect=1)
            self.assertEqual(manifest.exists() and manifest.read_bytes() == before, left)
            (self.folder / name).write_bytes(good)
        self.encode("small", *run)
        self.assertEqual(manifest.read_bytes(), before)

    def test_special_tokens_of_a_vocabulary_without_any_are_an_error(self):
        (self.folder / "bytes.tiktoken").write_text(
            "".join(f"{base64.b64encode(bytes([b])).decode()} {b}\n" for b in range(256)))
        for special in ("allow", "strip", "error"):
            failed = self.bpe("encode", "--tokenizer", "bytes.tiktoken:gpt2", "--special", special, expect=2)
            self.assertRegex(failed.stderr, b"--special: bytes@[0-9a-f]+ has no special tokens")

    def test_special_tokens_in_a_text_are_what_is_asked_for(self):
        given = b'{"id":1,"text":"a<|endoftext|>b"}\n{"id":2,"text":"ab"}\n'
        eos = self.sizes["small"] - 1
        a, b = ord("a"), ord("b")
        for special, wanted in (("plain", [a, *EOS.encode(), b]), ("allow", [a, eos, b]), ("strip", [a, b])):
            done = self.bpe("encode", "--tokenizer", "small.json", "--special", special, given=given)
            self.assertEqual(json.loads(done.stdout.splitlines()[0]), {"id": 1, "tokens": wanted})
        done = self.bpe("encode", "--tokenizer", "small.json", "--special", "error", "--rejects", "rejects.jsonl",
                        given=given)
        self.assertEqual(done.stdout, b'{"id":2,"tokens":[97,98]}\n')
        rejected = json.loads((self.folder / "rejects.jsonl").read_text())
        self.assertEqual(rejected["id"], 1)
        self.assertEqual(rejected["metadata"]["reject"]["reason"], "special_token")

    def test_decoding_gives_the_text_again(self):
        for whole in ((), ("--whole",)):
            ids = self.encode("large", "in.jsonl", *whole)
            done = self.bpe("decode", "--tokenizer", "large.json", given=ids)
            decoded = [json.loads(line) for line in done.stdout.splitlines()]
            self.assertEqual([{"id": d["id"], "text": d["text"]} for d in decoded], self.documents)
            self.assertNotIn("tokens", decoded[0])
        done = self.bpe("decode", "--tokenizer", "large.json", "--bytes", given=ids)
        self.assertEqual(done.stdout, "".join(d["text"] for d in self.documents).encode())

    def test_shards_are_decoded_up_to_each_eos(self):
        texts = [d["text"] for d in self.documents if d["text"]]
        shapes = {"x.npy": ("npy", "--pack", 100), "x.bin": ("megatron",)}
        for tokenizer in self.sizes:
            for name, shape in shapes.items():
                self.encode(tokenizer, "in.jsonl", "--format", *shape, "--eos", EOS, "-o", name)
                decode = ("--tokenizer", f"{tokenizer}.json", "--eos", EOS, "--format",
                          "npy" if shape[0] == "npy" else "raw", name)
                outputs = [self.bpe("decode", *decode, *run).stdout
                           for run in (("-j", 1), ("-j", 4, "--batch-bytes", 333), ("-j", 2, "--batch-bytes", 101))]
                documents = [json.loads(line) for line in outputs[0].splitlines()]
                self.assertEqual([d["text"] for d in documents], texts)
                self.assertEqual(documents[0]["id"].split(":")[0], name)
                self.assertTrue(outputs[1] == outputs[0] == outputs[2])
                done = self.bpe("decode", *decode, "--bytes")
                self.assertEqual(done.stdout, "".join(texts).encode())

    def test_a_shard_that_is_none_ends_the_run(self):
        numpy.save(self.folder / "floats.npy", numpy.zeros(3))
        numpy.save(self.folder / "ids.npy", numpy.array([97, 98, 999, 99], "<u2"))
        whole = (self.folder / "ids.npy").read_bytes()
        (self.folder / "short.npy").write_bytes(whole[:-2])
        (self.folder / "odd.npy").write_bytes(whole[:-1])
        (self.folder / "head.npy").write_bytes(whole[:50])
        decode = ("decode", "--tokenizer", "small.json", "--eos", EOS, "--format", "npy")
        done = self.bpe(*decode, "ids.npy", "--batch-bytes", 1)
        self.assertEqual([json.loads(line)["text"] for line in done.stdout.splitlines()], ["ab", "c"])
        for name, why in (("floats", b"'<f8'"), ("short", b"3 token ids"), ("odd", b"within"), ("head", b"no .npy")):
            done = self.bpe(*decode, f"{name}.npy", expect=3)
            self.assertIn(why, done.stderr)

    def test_half_a_character_is_bytes_but_no_document(self):
        lines = (b'{"id":1,"tokens":[97, 195]}\n{"id":2,"tokens":[169,98]}\n{"id":3,"tokens":[98]}\n'
                 b'{"id":4,"tokens":[5000]}\n{"id":5,"tokens":[1.5]}\n{"id":6,"tokens":"b"}\n{"id":7}\n')
        done = self.bpe("decode", "--tokenizer", "small.json", "--max-errors", "100%", "--stats", "s.json",
                        "--errors", "bad.jsonl", given=lines)
        document = json.loads(done.stdout)
        self.assertEqual((document["id"], document["text"], document["metadata"]["token_count"]), (3, "b", 1))
        self.assertEqual(json.loads((self.folder / "s.json").read_text())["bad_records"],
                         {"invalid_utf8": 2, "unknown_token": 1, "bad_tokens": 2, "missing_tokens": 1})
        self.assertEqual((self.folder / "bad.jsonl").read_bytes(), lines.replace(b'{"id":3,"tokens":[98]}\n', b""))
        done = self.bpe("decode", "--tokenizer", "small.json", "--bytes", given=b"\n".join(lines.splitlines()[:3]))
        self.assertEqual(done.stdout, "aébb".encode())

    def test_what_cannot_be_written_is_refused_before_anything_is_read(self):
        for arguments in (("--format", "npy"), ("--format", "megatron"), ("--format", "npy", "-o", "x.bin"),
                          ("--format", "npy", "-o", "x.npy.gz"), ("--pack", 8),
                          ("--format", "npy", "--pack", 8, "-o", "x.npy"),  # no --eos to fill the last row with
                          ("--format", "npy", "--pack", 0, "--eos", EOS, "-o", "x.npy"),
                          ("--format", "npy", "--whole", "-o", "x.npy"), ("--eos", "<|eot|>"), ("--eos", 1000),
                          ("--tokenizer", "none"), ("--format", "npy", "--extension", "bin", "-o", "d/"),
                          ("--format", "raw", "--last-row", "drop")):
            given = () if "--tokenizer" in arguments else ("--tokenizer", "small.json")
            before = sorted(self.folder.rglob("*"))
            self.bpe("encode", *given, *arguments, "in.jsonl", expect=2)
            self.assertEqual(sorted(self.folder.rglob("*")), before)


if __name__ == "__main__":
    unittest.main()
