"""Taking a part of what there is, the same part each time."""

import hashlib


def by_hash(name):
    return hashlib.sha256(name.encode()).digest()


def chosen(members, limit):
    """Of (name, size, …): all, or so many bytes of them in the order of their names' hashes."""
    if limit is None:
        return members
    kept = []
    for member in sorted(members, key=lambda member: by_hash(member[0])):
        if limit < 0:
            break
        limit -= member[1]
        kept.append(member)
    return kept


def level(sizes, wanted):
    """The most that each source gives so that together they give `wanted`."""
    rest, sources = wanted, sorted(sizes)
    for i, size in enumerate(sources):
        if size * (len(sources) - i) >= rest:
            return rest / (len(sources) - i)
        rest -= size
    return sources[-1] if sources else 0
