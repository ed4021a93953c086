"""Packs a trained tokenizer.json into what lib/bpe/embedded.cpp includes.

    pack_merges.py TOKENIZER.json OUTPUT.merges

The merges in the order made, a pair of ids each, 16 bits an id, least significant byte first. Ids must
be laid out as embedded.h says.
"""

import json
import pathlib
import struct
import sys

END_OF_TEXT = "<|endoftext|>"
FIRST_MERGE = 257


def main():
    tokenizer = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    ids = dict(tokenizer["model"]["vocab"])
    ids.setdefault(END_OF_TEXT, next(t["id"] for t in tokenizer["added_tokens"] if t["content"] == END_OF_TEXT))
    assert ids[END_OF_TEXT] == 0, "the special token must have id 0"
    single = sorted((token for token in ids if len(token) == 1), key=lambda token: ids[token])
    assert single == sorted(single) and [ids[token] for token in single] == list(range(1, FIRST_MERGE))
    packed = b""
    for rank, merge in enumerate(tokenizer["model"]["merges"]):
        left, right = merge.split(" ") if isinstance(merge, str) else merge
        assert ids[left + right] == FIRST_MERGE + rank, f"merge {rank} makes another id"
        packed += struct.pack("<2H", ids[left], ids[right])
    assert len(ids) == FIRST_MERGE + len(packed) // 4 == 65536, "the vocabulary must have 65,536 entries"
    pathlib.Path(sys.argv[2]).write_bytes(packed)


if __name__ == "__main__":
    main()
