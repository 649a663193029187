"""The end of a part a second time, as one would do it at the table: card names, no bits (CP-18 to CP-22, CP-28)."""

CHARACTERS = ["captain", "cook", "boy", "lookout", "sailor", "teller", "coco"]


def who(card: str) -> str:
    return card.partition("-")[0]


def value(card: str) -> int:
    return int(card.partition("-")[2])


def week_totals(week: list[str]) -> dict[str, int]:
    totals = dict.fromkeys(CHARACTERS, 0)
    for card in week:
        totals[who(card)] += value(card)
    return totals


def courses(week: list[str], in_game: list[str]) -> list[list[str]]:
    """Who is eaten first, who would be next, and so on; those with the same total together."""
    totals = week_totals(week)
    order: list[list[str]] = []
    for total in range(300, -1, -1):
        together = [name for name in in_game if totals[name] == total]
        if together:
            order.append(together)
    return order


def count(hand: list[str], eaten: list[str], coco_needs_match: bool) -> int:
    points = 0
    has_one = False
    for card in hand:
        if who(card) in eaten:
            points += value(card)
            has_one = True
    if "coco" in eaten:
        return points
    for card in hand:
        if who(card) == "coco" and (has_one or not coco_needs_match):
            points += value(card)
    return points


def announced(counts: dict[int, int], shark: int, all_announce: bool) -> list[tuple[int, int | None]]:
    """CP-21, CP-28: who says what, in turn; None: no more than was said before."""
    said: list[tuple[int, int | None]] = []
    for place in range(shark, shark + 5):
        player = place % 5
        if player in counts:
            before = [points for _, points in said if points is not None]
            speaks = all_announce or not before or counts[player] > max(before)
            said.append((player, counts[player] if speaks else None))
    return said


def part_winner(said: list[tuple[int, int | None]]) -> int:
    """CP-22, CP-28: nobody who spoke later takes a part from whoever named the highest number first."""
    winner, most = said[0]
    for player, points in said:
        if points is not None and most is not None and points > most:
            winner, most = player, points
    return winner


def shown(hand: list[str], eaten: list[str], all_announce: bool) -> list[str]:
    """CP-22, CP-28: what the winner of a part shows."""
    return [card for card in hand if not all_announce or who(card) in (*eaten, "coco")]


def best(hands: list[list[str]], week: list[str], in_game: list[str], coco_needs_match: bool) -> list[int]:
    """The players with the highest count, after all tie-breaks."""
    players = list(range(len(hands)))
    for eaten in courses(week, in_game):
        counts = {player: count(hands[player], eaten, coco_needs_match) for player in players}
        players = [player for player in players if counts[player] == max(counts.values())]
        if len(players) == 1:
            return players
    return players
