"""Puts together the training text of the language identifier from what extract.py took.

    corpus.py SEGMENTS.tsv… OUTPUT      OUTPUT/text.tsv (family, label, segment), OUTPUT/labels.tsv (characters by label
                                        and family), OUTPUT/sources.tsv (package, version, licences, family, characters)

A segment stands once in a label. Dropped are what nobody translated (segments of English in another label, short segments
that several labels share, segments whose words are rather a great language's than the label's own) and segments
in a script that the label's text is not in. A family gives a label MOST_OF_FAMILY characters, lists of words
MOST_OF_LIST; a label gets MOST_OF_LABEL, the families evenly. The segments are read twice: what of a family is
wanted is known when all are counted.
"""

import collections
import math
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "packages"))

import sampling

MOST_OF_FAMILY, MOST_OF_LABEL, MOST_OF_LIST = 3_000_000, 5_000_000, 250_000
SPARE = 1.25  # what is read of a family over what is taken of it, for the cleaning to leave out
SHORT = 60  # characters up to which a segment that several labels have may be a name
OF_FAMILY = 0.02  # what the words of a segment's own family count for when it is judged: what it lacks, a whole family may lack
MARGIN = 2.0  # by how much a word must be more likely in another language, mean over a segment: e^MARGIN
LISTS = frozenset(("hunspell", "tesseract", "freedict"))
LEAST_OF_LABEL = 2_000
NO_LANGUAGE = "zxx"
# What others leave untranslated, or translate into as well: a label's segments are compared with those of its script.
RIVALS = {"Latn": ("en", "fr", "es", "de", "pt", "it", "nl", "id", "tr"), "Cyrl": ("ru",), "Arab": ("ar", "fa", "ur"), "Deva": ("hi",)}
# Labels so near to each other that a sentence may well be the same in all of them.
NEAR = [group.split() for group in ("bs hr sr-Latn sr-Cyrl", "no nn da", "id ms", "cs sk", "gl pt es ast", "zh-Hans zh-Hant yue lzh",
                                    "nr ss xh zu", "nso st tn", "de gsw bar", "ru uk be", "hi mr ne", "fa prs", "rw rn")]
GROUP_OF = {label: group[0] for group in NEAR for label in group}
WORD = re.compile(r"[^\W\d_]{2,}")

Segment = collections.namedtuple("Segment", "package family script key text")


def lines_of(paths):
    """(package, family, label, script, key, text) of each line, the key as a number of 64 bits."""
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            next(lines)
            for line in lines:
                family, label, script, key, text = line.split("\t", 4)
                yield path.stem, family, label, script, int(key, 16), text[:-1]


def headers(paths):
    """(version, licences) by package."""
    about = {}
    for path in paths:
        with open(path, encoding="utf-8") as lines:
            _, version, licences = next(lines).rstrip("\n").split("\t")
            about[path.stem] = version, licences
    return about


def surveyed(paths):
    """Characters by label and family; keys of what no label but English keeps: what stands in English, and short segments that
    stand in three groups of labels."""
    sizes, first, several, english = collections.defaultdict(collections.Counter), {}, {}, set()
    for _, family, label, _, key, text in lines_of(paths):
        sizes[label][family] += len(text)
        if label == "en":
            english.add(key)
        elif len(text) <= SHORT and label != NO_LANGUAGE:
            group = GROUP_OF.get(label) or label.split("-")[0]
            known = first.setdefault(key, group)
            if known is not group and known != group:
                several.setdefault(key, {known}).add(group)
    return sizes, english.union(key for key, groups in several.items() if len(groups) >= 3)


def shares(sizes):
    """By label and family the part to take: all, or so much that the limits are met."""
    parts = {}
    for label, by_family in sizes.items():
        most = {family: min(size, MOST_OF_LIST if family in LISTS else MOST_OF_FAMILY) for family, size in by_family.items()}
        even = sampling.level(most.values(), MOST_OF_LABEL)
        for family, size in by_family.items():
            parts[label, family] = min(most[family], even) / size
    return parts


def read(paths, parts, shared):
    """By label the segments, each once; of a family the part that is wanted and something to SPARE, those with the lowest keys."""
    by_label, seen = collections.defaultdict(list), collections.defaultdict(set)
    limits = {which: part * SPARE * 2**64 for which, part in parts.items()}
    for package, family, label, script, key, text in lines_of(paths):
        if key < limits[label, family] and (key not in shared or label == "en") and key not in seen[label]:
            seen[label].add(key)
            by_label[label].append(Segment(package, sys.intern(family), sys.intern(script), key, text))
    return by_label


class Words:
    """How often a word stands in a label's text."""

    def __init__(self, segments):
        self.of_family = collections.defaultdict(collections.Counter)
        for segment in segments:
            if segment.family not in LISTS:
                self.of_family[segment.family].update(WORD.findall(segment.text.lower()))
        self.listed = {word.lower() for segment in segments if segment.family in LISTS for word in segment.text.split()}
        self.counts = sum(self.of_family.values(), collections.Counter())
        self.totals = {family: sum(counts.values()) for family, counts in self.of_family.items()}
        self.total = sum(self.totals.values())
        # Minus the logarithms of the probabilities of the words seen, and of another.
        self.costs = {word: math.log(self.total / count) for word, count in self.counts.items() if count > 2}
        self.unseen = math.log((self.total + 1) / 0.05)

    def cost(self, words):
        get, unseen = self.costs.get, self.unseen
        return sum([get(word, unseen) for word in words])

    def cost_without(self, words, family):
        """The cost if the family's words had been counted OF_FAMILY times each, and these not at all."""
        counts, of_family, cost = self.counts, self.of_family[family], 0.0
        total = math.log(self.total - (1 - OF_FAMILY) * self.totals[family] + 1)
        for word in words:
            count = counts[word] - of_family[word] + OF_FAMILY * (of_family[word] - words.count(word))
            cost += total - math.log(max(count, 0) + 0.05 * OF_FAMILY)
        return cost


def foreign(segment, own, rivals):
    """Whether the words are rather a rival's than the label's own. Fewer than three say nothing."""
    words = WORD.findall(segment.text.lower())
    if len(words) < 3:
        return False
    most = own.cost_without(words, segment.family) - MARGIN * len(words)
    return any(rival.cost(words) < most for rival in rivals)


def without_english(segment, own, english):
    """A line of a list of words, which may be made from the web, without the words that English has and the label's own text
    not as often."""
    def is_english(word):
        return ((english.counts[word] > 2 or word in english.listed)
                and (own.counts[word] < 3 or own.counts[word] * english.total < english.counts[word] * own.total))
    return segment._replace(text=" ".join(word for word in segment.text.split() if not is_english(word.lower())))


def taken(segments, sizes):
    """The part of each family that the limits allow, those with the lowest keys, in their order."""
    by_family = collections.defaultdict(list)
    for segment in segments:
        by_family[segment.family].append(segment)
    for family, some in sorted(by_family.items()):
        rest = sizes[family]
        for segment in sorted(some, key=lambda segment: segment.key):
            if rest <= 0:
                break
            rest -= len(segment.text)
            yield segment


def cleaned(by_label):
    """(label, its segments that remain), label by label: in the script of the most, and of no greater language."""
    words, great = {}, {label for rivals in RIVALS.values() for label in rivals}
    for label in sorted(by_label, key=lambda label: (label != "en", label not in great, label)):
        segments = by_label.pop(label)
        if label == NO_LANGUAGE:
            yield label, segments
            continue
        script = collections.Counter(segment.script for segment in segments).most_common(1)[0][0]
        segments = [segment for segment in segments if segment.script == script]
        own = Words(segments)
        if label in great:
            words[label] = own
        rivals = [words[rival] for rival in RIVALS.get(script, ()) if rival != label and rival in words]
        kept = []
        for segment in segments:
            if segment.family not in LISTS:
                if not foreign(segment, own, rivals):
                    kept.append(segment)
            elif script == "Latn" and label != "en":
                kept.append(without_english(segment, own, words["en"]))
            else:
                kept.append(segment)
        yield label, kept


def main():
    *paths, output = map(pathlib.Path, sys.argv[1:])
    paths.sort(key=lambda path: path.name)
    about = headers(paths)
    sizes, shared = surveyed(paths)
    parts = shares(sizes)
    by_family, by_package = collections.Counter(), collections.Counter()
    temporary = output / "text.tsv.part"
    with open(temporary, "w", encoding="utf-8") as out:
        for label, segments in cleaned(read(paths, parts, shared)):
            segments = list(taken(segments, {family: parts[label, family] * size for family, size in sizes[label].items()}))
            if sum(len(segment.text) for segment in segments) < LEAST_OF_LABEL:
                continue
            for package, family, _, _, text in segments:
                if text:
                    out.write(f"{family}\t{label}\t{text}\n")
                by_family[label, family] += len(text)
                by_package[package, family] += len(text)
    os.replace(temporary, output / "text.tsv")
    with open(output / "labels.tsv", "w") as table:
        table.write("label\tfamily\tcharacters\n")
        for (label, family), size in sorted(by_family.items()):
            table.write(f"{label}\t{family}\t{size}\n")
    with open(output / "sources.tsv", "w") as table:
        table.write("package\tversion\tlicences\tfamily\tcharacters\n")
        for (package, family), size in sorted(by_package.items()):
            version, licences = about[package]
            table.write(f"{package}\t{version}\t{licences}\t{family}\t{size}\n")


if __name__ == "__main__":
    main()
