#!/usr/bin/python3
"""A stage of a chain for tests: passes lines on, and speaks the protocol of lib/pipeline/commit_gate.h as it is told."""

import argparse
import os
import pathlib
import socket
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("--documents", type=int, default=0, help="how many to report, in and out")
parser.add_argument("--ids", default="0" * 32, help="their fingerprint")
parser.add_argument("--drop", type=int, default=-1, help="lose this line, silently")
parser.add_argument("--repeat", type=int, default=-1, help="write this line twice")
parser.add_argument("--say", help="report this instead")
parser.add_argument("--silent", action="store_true", help="end well, but without a report")
parser.add_argument("--fail", action="store_true", help="exit with 5 when told to publish")
parser.add_argument("--at-end", help="make this file at the end of input")
parser.add_argument("--hold", help="report only when this file is there")
parser.add_argument("--output", default="-")
parser.add_argument("--print-plan", action="store_true", help="what a chain asks first")
options, _ = parser.parse_known_args()
if options.print_plan:
    print("0" * 64, "-", sep="\n")
    sys.exit(0)

lines = []
for number, line in enumerate(sys.stdin.buffer):
    if number != options.drop:
        lines += [line] * (2 if number == options.repeat else 1)
if options.output == "-":
    sys.stdout.buffer.writelines(lines)
    sys.stdout.flush()
os.close(1)
if options.at_end:
    pathlib.Path(options.at_end).touch()
while options.hold and not os.path.exists(options.hold):
    time.sleep(0.01)
if options.silent:
    os._exit(0)
gate = socket.socket(fileno=int(os.environ["SLUICE_COMMIT_FD"]))
report = options.say or f"ready {options.documents} {options.ids} {options.documents} {options.ids}"
gate.sendall(report.encode() + b"\n")
if gate.makefile("rb").readline() != b"commit\n":
    os._exit(141)
if options.output != "-":
    pathlib.Path(options.output).write_bytes(b"".join(lines))
os._exit(5 if options.fail else 0)
