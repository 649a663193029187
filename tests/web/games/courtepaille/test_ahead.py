"""Who waits to take a card of the menu lays it ahead, and it is taken when the turn comes, if it is still there."""

from playwright.sync_api import Page, expect
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, WAITING

ACT = "[data-part=act]"


def spots(page: Page, where: str) -> list[str]:
    found: list[str] = page.locator(f"{where} [data-piece^=card-]").evaluate_all("all => all.map(e => e.dataset.piece)")
    return found


def lay_down(player: Device) -> None:
    """Any card but Coco, which takes no card of the menu."""
    page = player.page
    page.locator(f"{ASKED} .hand .spot.allowed").first.wait_for()
    card = next(card for card in spots(page, ".hand") if "coco" not in card)
    page.locator(f".hand [data-piece={card}]").click()
    page.locator(f"{ACT}:enabled").click()


def in_order(*players: Device) -> list[Device]:
    """The first and the second to take a card."""
    for player in players:
        lay_down(player)
    for player in players:
        player.page.locator(
            f"{ASKED} .menu .spot.allowed, {WAITING} .menu-area[data-ahead] .spot.allowed"
        ).first.wait_for()
    return sorted(players, key=lambda player: player.page.locator(ASKED).count(), reverse=True)


def take(player: Device, card: str) -> None:
    player.page.locator(f"{ASKED} .menu [data-piece={card}]").click()
    player.page.locator(f"{ACT}:enabled").click()


def test_a_card_is_laid_ahead(devices: Devices) -> None:
    ada, bo = devices.open(), devices.open("en", "phone")
    for player, name in ((ada, "Ada"), (bo, "Bo")):
        player.ask("POST", "/me", {"name": name})
    table = ada.ask("POST", "/tables", {"game": "courtepaille", "options": {"players": 2}})["id"]
    bo.ask("POST", f"/tables/{table}/sit", {})
    ada.ask("POST", f"/tables/{table}/start")
    for player in (ada, bo):
        player.open(f"/t/{table}")

    first, second = in_order(ada, bo)
    wanted, other, *_ = spots(second.page, ".menu ul")
    second.page.locator(f".menu [data-piece={wanted}]").click()
    second.page.get_by_role("button", name="Reserve").click()
    expect(second.page.get_by_text("you take it as soon as it is your turn").last).to_be_visible()
    second.page.get_by_role("button", name="Take it back").click()
    expect(second.page.locator(".menu .laid")).to_have_count(0)
    # A second tap confirms, too.
    second.page.locator(f".menu [data-piece={wanted}]").click(click_count=2)
    expect(second.page.locator(".menu .laid")).to_have_count(1)
    check_page(second.page)
    take(first, other)
    expect(second.page.locator(f".hand [data-piece={wanted}]")).to_have_count(1)

    # Somebody else takes it: it is said, and asked anew.
    first, second = in_order(ada, bo)
    wanted, other, *_ = spots(second.page, ".menu ul")
    second.page.locator(f".menu [data-piece={wanted}]").click(click_count=2)
    expect(second.page.locator(".menu .laid")).to_have_count(1)
    take(first, wanted)
    expect(second.page.get_by_text("What you had laid ahead is no longer possible")).to_be_visible()
    take(second, other)
    expect(second.page.locator(f".hand [data-piece={other}]")).to_have_count(1)
