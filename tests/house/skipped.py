#!/usr/bin/env python3
"""Fails if tests were skipped that should not have been: a run that skips what it should test is a failure.

    ctest … --output-junit tests.xml
    tests/house/skipped.py tests.xml

Which may be skipped in a complete run, and why, stands below; all others need something that is missing here (a
package, published vocabularies, development data).
"""

import fnmatch
import sys
import xml.etree.ElementTree

LONG = "long: tests/run --long runs it"
OTHER_ROWS = "says nothing of this tool; a case of the same name runs for others"
MAY_BE_SKIPPED = {
    "contract.*.line_of_1_gb_is_streamed_past": LONG,
    "contract.*.memory_with_a_line_of_1_gb": LONG,
    "contract.chain*.closed_pipe_publishes_no_other_output": OTHER_ROWS,
    "contract.chain*.one_output_spelled_in_two_ways": OTHER_ROWS,
    "contract.chain*.output_is_a_directory": OTHER_ROWS,
    "contract.*.output_over_a_number_of_the_rolling_output": OTHER_ROWS,
    "contract.*.resume_removes_stale_pending_files_of_a_rolling_output": OTHER_ROWS,
    "contract.*.shards_that_have_no_number_of_their_own": OTHER_ROWS,
    "contract.*.many_shards_cut": OTHER_ROWS,
    # Reads all shards before it writes any, and holds what grows with them up to --memory.
    "contract.dedup_fuzzy.memory_is_flat*": OTHER_ROWS,
    "contract.dedup_fuzzy.resume_removes_stale_pending_files": OTHER_ROWS,
    # --keep first takes --resume for one input alone.
    "contract.dedup_exact.kill_and_resume": OTHER_ROWS,
    "contract.dedup_exact.resume_counts_what_was_done_before": OTHER_ROWS,
    "contract.dedup_exact.resume_does_again_what_is_not_the_same": OTHER_ROWS,
    "contract.dedup_exact.resume_removes_stale_pending_files": OTHER_ROWS,
    "contract.report.page_in_a_browser": "wants Debian's chromium, which is larger than all else that the tests want",
}
MADE_FOR = "contract.cat."  # the row for which such cases are there


def may_be_skipped(name):
    for pattern, why in MAY_BE_SKIPPED.items():
        if fnmatch.fnmatchcase(name, pattern):
            return why != OTHER_ROWS or not name.startswith(MADE_FOR)
    return False


def main():
    cases = list(xml.etree.ElementTree.parse(sys.argv[1]).getroot().iter("testcase"))
    skipped = sorted(case.get("name") for case in cases if case.find("skipped") is not None)
    wrong = [name for name in skipped if not may_be_skipped(name)]
    for name in wrong:
        print(f"skipped, and should not be: {name}", file=sys.stderr)
    print(f"{len(cases)} tests, {len(skipped)} skipped, {len(wrong)} of them should not be")
    return 1 if wrong or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
