"""Leaves out what a translation left in English: manuals above all are translated in part.

    untranslated.py text.tsv > translated.tsv       rows are source, label, text

A row is taken for English by the words that English uses most and other languages do not have. Of a source that
left a tenth of its rows or more in English no row is kept in that language: what is short there is English too, and
cannot be told.
"""

import collections
import re
import sys

MOST_SHARE = 0.1
LEAST_WORDS = 3
# Creoles, Scots, and languages that have been written with English words in them.
EXEMPT = frozenset("en sco pcm jam gpe tpi srn kri bi ang zxx".split())
SURE = frozenset("the and with from which this that your will are been when have has".split())
LIKELY = SURE | frozenset("is of for to in be not can it on as or by an you if was were more new all".split())


def is_english(text):
    if not text.isascii():
        return False
    words = re.findall("[a-z']+", text.lower())
    if len(words) < LEAST_WORDS:
        return False
    sure = sum(word in SURE for word in words)
    likely = sum(word in LIKELY for word in words)
    return likely >= 0.28 * len(words) and (sure >= 2 or (sure == 1 and len(words) < 8))


def rows(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield line, line.split("\t", 2)


def main():
    count = collections.Counter()
    english = collections.Counter()
    for _, (source, label, text) in rows(sys.argv[1]):
        count[source, label] += 1
        english[source, label] += label not in EXEMPT and is_english(text)
    for line, (source, label, text) in rows(sys.argv[1]):
        group = (source, label)
        if english[group] < MOST_SHARE * count[group] and (label in EXEMPT or not is_english(text)):
            sys.stdout.write(line)


if __name__ == "__main__":
    main()
