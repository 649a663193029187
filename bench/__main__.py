"""`python -m bench`: all measurements, or those named on the command line."""

import argparse

from bench import engines


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description="Measure the engines, side by side in one run.")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each measurement runs (default 1)")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is taken; the best counts (default 3)")
    arguments = parser.parse_args()
    engines.report(arguments.seconds, arguments.rounds)


main()
