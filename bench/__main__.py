"""`python -m bench`: all measurements, or those named on the command line."""

import argparse

from bench import abuse, compiled, engines, house, lab, scale, search, start, steady


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="bench",
        description="Measure the start, the engines, the search, the compiled wheel, the laboratory, the house, its "
        "growth and its limits.",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each measurement runs (default 1)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is taken; the best counts (default 3)")
    parser.add_argument("--workers", type=int, help="scale: the most workers (default: one for each core)")
    known = ["start", "engines", "search", "compiled", "lab", "house", "steady", "scale", "abuse"]
    parser.add_argument("what", nargs="*", choices=known, help="which to measure (default: all)")
    arguments = parser.parse_args()
    what = arguments.what or known
    if "start" in what:
        start.report(10 * arguments.rounds)
    if "engines" in what:
        engines.report(arguments.seconds, arguments.rounds)
    if "search" in what:
        search.report(arguments.seconds, arguments.rounds)
    if "compiled" in what:
        compiled.report(arguments.seconds, arguments.rounds)
    if "lab" in what:
        lab.report(arguments.seconds, arguments.rounds)
    if "house" in what:
        house.report(10 * arguments.seconds)
    if "steady" in what:
        steady.report(20 * arguments.seconds, arguments.rounds)
    if "abuse" in what:
        abuse.report(10 * arguments.seconds)
    if "scale" in what:
        scale.report(10 * arguments.seconds, arguments.workers)


main()
