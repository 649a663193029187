"""Does a broken engine make a test fail? Breaks Hot-Dog and the kernel, one thing at a time, and runs the tests.

Run by hand from the root of the repository; it takes a while and prints the table that stands in docs/testing.md:

    python tests/games/hotdog/mutations.py                 all of them
    python tests/games/hotdog/mutations.py HD-20 copy      those whose name or rule has one of these words

Each break is made in a copy of the package; the sources are not touched. The command fails if a break goes unnoticed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "src" / "tablee"
HOTDOG = "tests/games/hotdog"
GROUPS = {
    "scenes": [
        f"{HOTDOG}/test_{name}.py"
        for name in ("parts", "bidding", "settlement", "last_hotdog", "ending", "knowledge", "state")
    ],
    "oracle": [f"{HOTDOG}/test_{name}.py" for name in ("oracle", "perft", "many_hands")],
    "golden": [f"{HOTDOG}/test_golden.py"],
    "laws": ["tests/laws", "-k", "hotdog"],
    "core": ["tests/core"],
}
HASTY = """
from hypothesis import Phase, settings

def pytest_collection():
    settings.register_profile("hasty", parent=settings(), phases=[Phase.explicit, Phase.generate])
    settings.load_profile("hasty")
"""
"""A failing example need not be made small: it is enough to know that there is one."""


@dataclass(frozen=True)
class Mutation:
    """One thing broken: in a file of the package, some texts replaced by others."""

    rule: str
    name: str
    file: str
    pairs: tuple[tuple[str, str], ...]

    def broken(self, package: Path) -> str:
        """The text of the file, broken."""
        text = (package / self.file).read_text(encoding="utf-8")
        for old, new in self.pairs:
            if text.count(old) != 1:
                raise ValueError(f"{self.name}: {old!r} is {text.count(old)} times in {self.file}")
            text = text.replace(old, new)
        return text


def rules(rule: str, name: str, *pairs: tuple[str, str]) -> Mutation:
    return Mutation(rule, name, "games/hotdog/rules/course.py", pairs)


def options(rule: str, name: str, *pairs: tuple[str, str]) -> Mutation:
    return Mutation(rule, name, "games/hotdog/rules/game.py", pairs)


def refusals(rule: str, name: str, *pairs: tuple[str, str]) -> Mutation:
    return Mutation(rule, name, "games/hotdog/rules/refusals.py", pairs)


def view(name: str, *pairs: tuple[str, str]) -> Mutation:
    return Mutation("view", name, "games/hotdog/knowledge/view.py", pairs)


def determinize(name: str, *pairs: tuple[str, str]) -> Mutation:
    return Mutation("determinize", name, "games/hotdog/knowledge/determinize.py", pairs)


def state(name: str, *pairs: tuple[str, str]) -> Mutation:
    return Mutation("copy", name, "games/hotdog/state.py", pairs)


def actions(rule: str, name: str, *pairs: tuple[str, str]) -> Mutation:
    return Mutation(rule, name, "games/hotdog/actions.py", pairs)


def events(name: str, *pairs: tuple[str, str]) -> Mutation:
    return Mutation("view", name, "games/hotdog/events.py", pairs)


def pieces(rule: str, name: str, *pairs: tuple[str, str]) -> Mutation:
    return Mutation(rule, name, "games/hotdog/pieces.py", pairs)


ORDER = "order = [bid.rank + (seat - mustard) % players for seat, bid in enumerate(bids)]"
MUTATIONS = [
    # What is known
    view(
        "a view shows a bid of somebody else",
        ("bid=None if seat is None else state.bids[seat]", "bid=next((bid for bid in state.bids if bid), None)"),
    ),
    view(
        "a spectator sees the bid of seat 0",
        ("bid=None if seat is None else state.bids[seat]", "bid=state.bids[seat or 0]"),
    ),
    events(
        "the event tells everybody the bid",
        ("        return None if self.again else Chosen(self.seat, None)", "        return self"),
    ),
    events(
        "others are told that a bid was replaced",
        ("return None if self.again else Chosen(self.seat, None)", "return Chosen(self.seat, None, self.again)"),
    ),
    refusals(
        "view",
        "a refusal depends on the bids of others",
        (
            "    if not action.hotdogs:\n",
            (
                "    if action.table in [bid.table for bid in state.bids if bid and bid is not state.bids[seat]]:\n"
                '        return Refusal("no_such_table", "HD-02", {"table": int(action.table), "allowed": ""})\n'
                "    if not action.hotdogs:\n"
            ),
        ),
    ),
    determinize(
        "announcements are forgotten",
        ("last=view.announced[seat])[held]", "last=False)[held]"),
    ),
    determinize(
        "silence is forgotten",
        ("(bid.announce or (bid.cards == held and not view.manual))", "bid.announce"),
    ),
    determinize("always the same bid is thought of", ("bids.all[rng.randrange(number)]", "bids.all[0]")),
    determinize(
        "bids that cost little are thought of more",
        ("bids.all[rng.randrange(number)]", "bids.all[min(rng.randrange(number), rng.randrange(number))]"),
    ),
    determinize(
        "who has not chosen is thought to have",
        ("if seat == view.seat or not view.chosen[seat]:", "if seat == view.seat:"),
    ),
    # Copies
    state("a copy shares the money", ("self.money[:]", "self.money")),
    state("a copy shares the bids", ("self.bids[:]", "self.bids")),
    state("a copy shares what was announced", ("self.announced[:]", "self.announced")),
    state("a copy forgets the idle rounds", ("new.idle_rounds = self.idle_rounds", "new.idle_rounds = 0")),
    # The settlement
    actions("HD-12", "the dearest bid is served first", ("(self.price << 4)", "(100 - self.price << 4)")),
    actions("HD-12", "the price forgets the dollars", ("return self.total - self.dollars", "return self.total")),
    rules(
        "HD-11",
        "tables are served in the order 9, 7, 5",
        ("order.sort()", "order.sort(key=lambda key: (-(key >> 12), key))"),
    ),
    rules(
        "HD-13",
        "the mustard is ignored",
        ("players, mustard = self._players, state.mustard", "players, mustard = self._players, 0"),
    ),
    rules(
        "HD-13",
        "ties go anticlockwise",
        (ORDER, ORDER.replace("seat - mustard", "mustard - seat")),
        ("(mustard + (key & 15)) % players", "(mustard - (key & 15)) % players"),
    ),
    rules(
        "HD-14",
        "a bid is placed in part",
        (
            "            bid = bids[seat]\n",
            (
                "            bid = bids[seat]\n"
                "            while bid.total > state.room[key >> 12] and len(bid.hotdogs) > 1:\n"
                "                bid = Bid(bid.table, bid.hotdogs[1:], 0, bid.announce)\n"
            ),
        ),
    ),
    rules(
        "HD-14",
        "a bid that failed costs its dollars",
        (
            "            if room < 0 or silent:  # HD-14\n",
            "            if room < 0 or silent:  # HD-14\n                state.money[seat] -= bid.dollars\n",
        ),
    ),
    rules("HD-14", "a bid that just fits fails", ("if room < 0 or silent:", "if room <= 0 or silent:")),
    rules(
        "HD-15",
        "a placed bid costs its price",
        ("state.money[seat] -= bid.dollars", "state.money[seat] -= bid.price"),
    ),
    rules(
        "HD-16",
        "tables are cleared after every round",
        (
            "            state.round += 1\n",
            "            state.round += 1\n            state.room = list(self.tables)\n",
        ),
    ),
    options("HD-17", "at_once pays at the end of the round", ("self.settle is Settle.AT_ONCE", "False")),
    options("HD-17", "end_of_round pays at once", ("self.settle is Settle.AT_ONCE", "True")),
    rules("HD-17", "a table pays by the card", ("state.money[seat] += total(cards)", "state.money[seat] += 1")),
    rules("HD-18", "the mustard stays", ("(state.mustard + 1) % self._players", "state.mustard")),
    # Bids
    pieces("HD-02", "three players have a table 9", ("if players > 3", "if players > 2")),
    refusals("HD-06", "more cards of a value than held", ("wanted > count(held, value)", "not count(held, value)")),
    refusals("HD-08", "more dollars than hot-dogs", ("if action.dollars > action.total:", "if False:")),
    refusals("HD-08", "more dollars than money", ("if action.dollars > state.money[seat]:", "if False:")),
    # The last hot-dog
    rules(
        "HD-19",
        "nothing is announced for the players",
        ("announces = action.announce or (", "announces = action.announce or False and ("),
    ),
    refusals(
        "HD-19",
        "an announcement can be taken back",
        ("if state.announced[seat] and (not is_last", "if False and (not is_last"),
    ),
    rules("HD-20", "a silent last hot-dog is sold", ("if room < 0 or silent:", "if room < 0:")),
    refusals("HD-20", "anything may be announced", ("if action.announce and not is_last:", "if False:")),
    # The end
    rules("HD-21", "a hand goes on after a player has sold all", ("        if sold_out:\n", "        if False:\n")),
    rules(
        "HD-22", "a hand is never stuck", ("elif min(map(smallest, state.hotdogs)) > max(state.room):", "elif False:")
    ),
    rules(
        "HD-22",
        "stuck is asked of seat 0 alone",
        ("map(smallest, state.hotdogs))", "map(smallest, state.hotdogs[:1]))"),
    ),
    rules("HD-22", "stuck is asked of the fullest table alone", ("> max(state.room)", "> min(state.room)")),
    pieces("HD-22", "six idle rounds end a hand", ("IDLE_ROUNDS: Final = 5", "IDLE_ROUNDS: Final = 6")),
    rules(
        "HD-22",
        "a sale does not end the idling",
        ("state.idle_rounds = 0 if sold else state.idle_rounds + 1", "state.idle_rounds += not sold"),
    ),
    rules(
        "HD-05",
        "every hand starts with the mustard at seat 0",
        ("        state.round = 1\n", "        state.round = 1\n        state.mustard = 0\n"),
    ),
    rules("HD-24", "only the last hand counts", ("[before + money for", "[money for")),
    rules(
        "HD-24",
        "a shared win goes to the first",
        ("if state.totals[seat] == best)", "if state.totals[seat] == best)[:1]"),
    ),
    # The kernel
    Mutation(
        "core",
        "a choice is applied to the table itself, not to a copy",
        "core/match.py",
        (("        state = before.copy()\n", "        state = before\n"),),
    ),
    Mutation(
        "core",
        "an illegal action passes the gate",
        "core/match.py",
        (("        return self.game.refusal(self._state, seat, action)", "        return None"),),
    ),
    Mutation(
        "core",
        "the checksum of a record is not looked at",
        "core/record.py",
        (('if content["checksum"] != checksum(content):', "if False:"),),
    ),
    Mutation(
        "core",
        "the result of a record is not looked at",
        "core/match.py",
        (('if content["result"] != match.result():', "if False:"),),
    ),
]


MUTANT_SECONDS = 600
"""Seconds after which a group of tests counts as failed: some breaks make the engine look for something for ever."""
NO_END = "(no end)"
UNBROKEN = Mutation("", "nothing", "core/match.py", ())


def first_failure(package: Path, arguments: list[str]) -> str | None:
    """The first test of a group that fails with this package; None if all pass."""
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-rfE", "-p", "no:cacheprovider", "-p", "hasty", *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=MUTANT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return NO_END
    if run.returncode == 0:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) \S+::(\w+)", run.stdout, re.MULTILINE)
    if run.returncode != 1 or not failed:  # the tests did not run
        raise SystemExit(run.stdout + run.stderr)
    return failed[1]


def results(mutation: Mutation) -> Iterator[str | None]:
    """The first failure in each group of tests."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "tablee"
        shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
        (Path(folder) / "hasty.py").write_text(HASTY, encoding="utf-8")
        (package / mutation.file).write_text(mutation.broken(package), encoding="utf-8")
        for arguments in GROUPS.values():
            yield first_failure(package, arguments)


def main(words: list[str]) -> None:
    chosen = [
        mutation
        for mutation in MUTATIONS
        if not words or any(word in (mutation.rule, *mutation.name.split()) for word in words)
    ]
    if any(results(UNBROKEN)):
        raise SystemExit("Tests fail though nothing is broken.")
    print(f"| Of | What is broken | {' | '.join(GROUPS)} | A test that fails |")
    print("|---|---|" + "---|" * (len(GROUPS) + 1))
    unnoticed = 0
    for mutation in chosen:
        failures = list(results(mutation))
        unnoticed += not any(failures)
        cells = " | ".join("∞" if failure == NO_END else "✗" if failure else "" for failure in failures)
        example = next((f"`{failure}`" for failure in failures if failure), "**none**")
        print(f"| {mutation.rule} | {mutation.name} | {cells} | {example} |", flush=True)
    print(f"\n{len(chosen)} breaks, {unnoticed} unnoticed.")
    sys.exit(1 if unnoticed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
