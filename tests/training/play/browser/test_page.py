"""The pages of `ow play`, part by part: setting up, pointing, taking back, hints, looking up, resuming; for all."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from ow_env import registry
from tests.training.play.browser.playing import Person
from tests.training.play.served import Served
from training.play.limits import Limits

# with bounds: there every game is compiled
pytestmark = [pytest.mark.xdist_group("pages"), pytest.mark.bounds, pytest.mark.slow]

CARD = "#table .hand .card.can"
LOOKS = [(390, "light"), (1440, "dark")]  # each width and each theme once
TABLES = [(name, *look) for name in registry.games() for look in LOOKS]


@pytest.fixture
def seat(open_page: Callable[..., Any], server: Served) -> Callable[..., Any]:
    """Return what sits somebody down at a new table, where they are asked."""

    def seated(game: str, *, width: int = 1440, scheme: str = "light", **options: Any) -> Any:
        page = open_page(width=width, scheme=scheme, reduced_motion="reduce")
        page.goto(server.link(game, **options))
        Person(page).wait()
        return page

    return seated


def staging(page: Any) -> None:
    """Keep the opening hand; then cards of Open Worlds are staged."""
    control(page, "action pass").click()
    page.wait_for_selector("text=stage cards")


def control(page: Any, name: str) -> Any:
    return page.locator(f"#table [data-control='{name}']")


def staged(page: Any) -> list[str]:
    return list(page.locator("#table .near .zone-staged .card-name").all_inner_texts())


def stage(page: Any, card: int, place: int) -> None:
    """Stage a card of the hand by two clicks."""
    before = len(staged(page))
    page.locator(CARD).nth(card).click()
    page.locator("#table .place.target").nth(place).click()
    page.wait_for_function(
        "many => document.querySelectorAll('#table .near .zone-staged .card').length > many", arg=before
    )


# ── Setting up ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", registry.games())
def test_a_table_is_set_up_by_clicks_and_the_choice_is_kept(
    name: str, open_page: Callable[..., Any], server: Served
) -> None:
    page = open_page()
    page.goto(server.origin)
    page.check(f"input[value={name}]")
    page.select_option("[name='player 1']", "random")
    page.click("text=For researchers")
    page.fill("[name=seed]", "7")
    page.click("#start")
    page.wait_for_selector("#table[data-at]")
    assert page.locator(".who").first.inner_text() == "random"
    assert page.locator("#seed").inner_text().startswith("The seed 7 was chosen")
    page.goto(server.origin)
    page.wait_for_selector("#start")
    assert page.is_checked(f"input[value={name}]")
    assert page.input_value("[name='player 1']") == "random"
    assert page.input_value("[name=seed]") == "7"


def test_four_people_and_decks_get_a_link_each(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page()
    page.goto(server.origin)
    page.check("input[value=open_worlds]")
    page.select_option("[name=count]", "4")
    for number in (1, 2):
        page.select_option(f"[name='player {number}']", "person")
    for number in range(4):
        page.select_option(f"[name='side {number}']", "Ares Venture Trust")
    page.click("#start")
    page.wait_for_selector("#links li")
    assert page.locator("#links input").count() == 4  # three people, and whoever watches
    links = [page.locator("#links input").nth(number).input_value() for number in range(4)]
    assert len(set(links)) == 4
    page.goto(links[1])
    page.wait_for_selector("#table[data-at]")
    assert page.locator(".panel").count() == 4
    assert page.locator(".near .seat-name").inner_text() == "Player 2 (you)"


def test_a_faction_may_be_chosen_for_one_seat_only(open_page: Callable[..., Any], server: Served) -> None:
    """The other's is drawn: the order says so, and the one who chose has what was chosen."""
    game, faction, page = "tradeworlds", "Covenant", open_page()
    page.goto(server.origin)
    page.check(f"input[value={game}]")
    page.select_option("[name='side 1']", faction)
    with page.expect_request("**/tables") as asked:
        page.click("#start")
    assert asked.value.post_data_json["options"]["factions"] == [None, faction]
    page.wait_for_selector("#table[data-at]")
    assert faction in page.locator(".panel.seat-1").inner_text()
    page.goto(server.origin)
    page.check(f"input[value={game}]")
    assert page.input_value("[name='side 1']") == faction
    page.select_option("[name='side 1']", "")
    with page.expect_request("**/tables") as asked:
        page.click("#start")
    assert "factions" not in asked.value.post_data_json["options"]


def test_what_the_server_refuses_is_said_and_can_be_mended(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(expected=("400",))
    page.goto(server.origin)
    page.check("input[value=goofspiel]")
    page.click("text=More options")
    page.fill("[name=num_cards]", "99")
    page.click("#start")
    page.wait_for_selector(".field:has([name=num_cards]) .field-error")  # beside the field
    assert "from 4 to 13" in page.locator(".field-error").inner_text()
    assert page.locator("[name=num_cards]").get_attribute("aria-invalid") == "true"
    page.fill("[name=num_cards]", "5")
    page.click("#start")
    page.wait_for_selector("#table[data-at]")


# ── Pointing ─────────────────────────────────────────────────────────────────────────────────


def test_a_card_is_dragged_to_its_place(seat: Callable[..., Any]) -> None:
    page = seat("open_worlds")
    staging(page)
    name = page.locator(f"{CARD} .card-name").first.inner_text()
    start, end = page.locator(CARD).first.bounding_box(), page.locator("#table .place").nth(2).bounding_box()
    page.mouse.move(start["x"] + 40, start["y"] + 60)
    page.mouse.down()
    page.mouse.move(start["x"] + 60, start["y"] + 20, steps=3)
    assert page.locator(".drag").count() == 1
    page.mouse.move(end["x"] + 40, end["y"] + 40, steps=5)
    assert page.locator(".column.over").get_attribute("data-place") == "2"
    page.mouse.up()
    page.wait_for_selector("#table .column[data-place='2'] .zone-staged")
    assert staged(page) == [name]
    assert page.locator(".drag").count() == 0


def test_a_long_touch_opens_a_card_and_chooses_nothing(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(width=390, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.goto(server.link("star_realms"))
    Person(page).wait()
    at, finger = page.get_attribute("#table", "data-at"), page.context.new_cdp_session(page)
    card = page.locator("#table .hand .card.can").first.bounding_box()
    point = {"x": card["x"] + card["width"] / 2, "y": card["y"] + 10}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_selector("dialog.lookup[open]")
    page.wait_for_timeout(300)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("document.querySelector('dialog.lookup').click()")  # as some browsers end a long touch
    page.wait_for_timeout(300)
    assert page.locator("dialog.lookup[open]").count() == 1
    assert page.get_attribute("#table", "data-at") == at
    page.touchscreen.tap(195, 830)  # beside the panel
    page.wait_for_selector("dialog.lookup", state="hidden")


def test_a_card_is_dragged_by_touch_on_a_phone(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(width=390, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.goto(server.link("open_worlds"))
    Person(page).wait()
    staging(page)
    finger = page.context.new_cdp_session(page)
    page.locator("#table .place").first.scroll_into_view_if_needed()
    start, end = page.locator(CARD).first.bounding_box(), page.locator("#table .place").first.bounding_box()

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    x, y = start["x"] + 40, start["y"] + 50
    touch("touchStart", (x, y))
    for step in range(1, 11):  # up, as a hand that does not want to scroll
        touch("touchMove", (x, y + (end["y"] + 20 - y) * step / 10))
    touch("touchEnd")
    page.wait_for_selector("#table .column[data-place='0'] .zone-staged")
    assert page.locator(".drag").count() == 0


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_move_only_where_motion_is_welcome(motion: str, open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(reduced_motion=motion)
    moved = "window.moved = 0; const old = Element.prototype.animate;"
    page.add_init_script(
        f"{moved} Element.prototype.animate = function (...a) {{ moved++; return old.apply(this, a) }}"
    )
    page.goto(server.link("open_worlds"))
    Person(page).wait()
    staging(page)
    stage(page, 0, 0)
    assert (page.evaluate("window.moved") > 0) == (motion != "reduce")


def test_a_card_dropped_beside_all_places_stays_in_the_hand(seat: Callable[..., Any]) -> None:
    page = seat("open_worlds")
    staging(page)
    at = page.get_attribute("#table", "data-at")
    start = page.locator(CARD).first.bounding_box()
    page.mouse.move(start["x"] + 40, start["y"] + 60)
    page.mouse.down()
    page.mouse.move(start["x"] + 90, start["y"] + 62, steps=3)
    page.mouse.up()
    assert page.locator(".drag, #table .selected").count() == 0
    assert staged(page) == []
    assert page.get_attribute("#table", "data-at") == at


def test_a_choice_that_was_begun_is_left_with_escape(seat: Callable[..., Any]) -> None:
    page = seat("open_worlds")
    staging(page)
    page.locator(CARD).first.click()
    assert page.locator("#table .place.target").count() == 5
    page.keyboard.press("Escape")
    assert page.locator("#table .target, #table .selected").count() == 0
    assert page.locator(CARD).count() > 0


def test_staging_is_taken_back_until_it_is_done(seat: Callable[..., Any]) -> None:
    page = seat("open_worlds")
    staging(page)
    hand = page.locator("#table .hand .card").all_inner_texts()
    stage(page, 0, 0)
    stage(page, 0, 1)
    assert len(staged(page)) == 2
    page.keyboard.press("u")
    page.wait_for_function("() => document.querySelectorAll('#table .near .zone-staged .card').length === 1")
    control(page, "undo").click()
    page.wait_for_selector("#table .zone-staged", state="detached")
    assert page.locator("#table .hand .card").all_inner_texts() == hand


def test_a_try_that_is_not_legal_tells_the_rule_and_the_rule_its_text(seat: Callable[..., Any]) -> None:
    page = seat("star_realms")
    at = page.get_attribute("#table", "data-at")
    dear = page.locator("#table [data-zone='null null Trade Row'] .card:not(.can)").first
    dear.click()
    page.wait_for_selector(".lookup .why-not")  # what the card is, and, to be opened, why it can't be bought
    assert page.locator("#table .refusal").count() == 0
    page.locator(".lookup .why-not summary").click()
    number = page.locator(".lookup .reason .rule").first.inner_text()
    assert number.startswith("SR-")
    page.locator(".lookup .reason .rule").first.click()
    page.wait_for_selector(f".lookup h2:text-is('{number}')")
    assert len(page.locator(".lookup .rule-text.current p").inner_text()) > 20
    page.keyboard.press("Escape")
    assert page.locator(".lookup[open]").count() == 0
    assert page.locator("#table .refusal").count() == 0, "looking is no mistake"
    assert page.get_attribute("#table", "data-at") == at


def test_every_legal_action_is_in_the_list_and_can_be_filtered(seat: Callable[..., Any]) -> None:
    page = seat("open_worlds")
    staging(page)
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "filter"
    many = page.locator("#actions button").count()
    assert str(many) == page.locator("#count").inner_text()
    place = page.locator("#table .place-name").nth(1).inner_text()
    page.keyboard.type(place)
    page.wait_for_function("many => document.querySelectorAll('#actions button').length < many", arg=many)
    assert all(place in name for name in page.locator("#actions button").all_inner_texts())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table .column[data-place='1'] .zone-staged")


def test_a_hint_shows_shares_and_a_value(seat: Callable[..., Any]) -> None:
    page = seat("open_worlds")
    page.keyboard.press("h")
    page.wait_for_selector("#hint .shares li", timeout=60_000)
    assert "would" in page.locator("#hint h2").inner_text()
    assert page.locator("#table .best").count() >= 1
    assert "%" in page.locator("#hint").inner_text()


# ── Looking up ───────────────────────────────────────────────────────────────────────────────


def test_a_card_is_looked_up_by_key_and_by_the_right_button(seat: Callable[..., Any]) -> None:
    page = seat("open_worlds")
    card = page.locator("#table .hand .card").first
    name = card.get_attribute("data-name")
    card.click(button="right")
    page.wait_for_selector(f".lookup h2:text-is('{name}')")
    page.click("text=Where the values come from")
    assert page.locator(".lookup tr").count() > 2
    assert {"printed", "reconstructed", "inferred"} & set(page.locator(".lookup td.soft").all_inner_texts())
    page.keyboard.press("Escape")
    page.locator("#table .item[tabindex='0']").focus()
    page.keyboard.press("i")
    page.wait_for_selector(".lookup[open]")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector(".lookup h2:text-is('Signs and keys')")
    assert "Income" in page.locator(".lookup").inner_text()


def test_a_rule_of_the_log_opens_its_text(seat: Callable[..., Any]) -> None:
    page = seat("open_worlds")
    staging(page)
    link = page.locator("#log .rule").first
    number = link.inner_text()
    link.click()
    page.wait_for_selector(f".lookup .current b:text-is('{number}')")


# ── The line to the server ───────────────────────────────────────────────────────────────────


def test_a_dropped_connection_is_resumed_in_mid_turn_without_loss(
    open_page: Callable[..., Any], server: Served
) -> None:
    page = open_page(reduced_motion="reduce")
    lines: list[Any] = []
    open_again = threading.Event()
    open_again.set()

    def between(socket: Any) -> None:
        if open_again.is_set():
            lines.append(socket)
            socket.connect_to_server()
        else:
            socket.close(code=1001)

    page.route_web_socket("**/socket", between)
    page.goto(server.link("open_worlds", max_turns=2))
    Person(page).wait()
    staging(page)
    stage(page, 0, 0)
    stage(page, 0, 2)
    told = page.locator("#log .entry").all_inner_texts()
    there, hand = staged(page), page.locator("#table .hand .card").all_inner_texts()
    open_again.clear()
    lines[-1].close(code=1001)
    page.wait_for_selector("#banner:not([hidden])")
    assert "lost" in page.locator("#banner").inner_text()
    page.wait_for_timeout(600)  # a try in between fails too
    open_again.set()
    page.wait_for_selector("#banner", state="hidden")
    assert len(lines) == 2
    page.wait_for_function("() => document.querySelector('#table').dataset.asked === 'true'")
    assert staged(page) == there
    assert page.locator("#table .hand .card").all_inner_texts() == hand
    assert page.locator("#log .entry").all_inner_texts() == told
    control(page, "undo").click()  # what was planned before can still be taken back
    page.wait_for_function("() => document.querySelectorAll('#table .near .zone-staged .card').length === 1")
    person = Person(page)
    person.play()
    numbers = page.locator("#log .entry").evaluate_all("all => all.map(one => Number(one.dataset.n))")
    assert numbers == list(range(len(numbers)))


def test_a_page_that_is_opened_again_shows_the_same(seat: Callable[..., Any]) -> None:
    page = seat("star_realms")
    Person(page).click_one()
    Person(page).wait()
    shown, told = page.locator("#table").inner_text(), page.locator("#log .entry").all_inner_texts()
    page.reload()
    Person(page).wait()
    assert page.locator("#table").inner_text() == shown
    assert page.locator("#log .entry").all_inner_texts() == told


def test_a_page_of_another_origin_is_refused(open_page: Callable[..., Any], server: Served) -> None:
    secret = server.link("goofspiel").partition("#")[2]

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>elsewhere</title><link rel=icon href='data:,'>")

        def log_message(self, *_: object) -> None:
            pass

    other = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    threading.Thread(target=other.serve_forever, daemon=True).start()
    page = open_page(expected=("WebSocket", "CORS", "ERR_FAILED", "403"))
    page.goto(f"http://127.0.0.1:{other.server_port}/")
    tried = page.evaluate(
        """async ([base, secret]) => {
            const socket = new WebSocket(base.replace("http", "ws") + "/socket");
            const line = await new Promise((done) => {
                socket.onopen = () => socket.send(JSON.stringify({ do: "hello", secret, have: 0 }));
                socket.onmessage = (event) => done(event.data);
                socket.onclose = () => done("closed");
            });
            const tried = (path, how) => fetch(base + path, how).then((answer) => answer.status, () => "failed");
            return [line, await tried("/tables", { method: "POST", body: "{}" }), await tried("/setup.json")];
        }""",
        [server.origin, secret],
    )
    other.shutdown()
    other.server_close()
    assert tried == ["closed", "failed", "failed"]


@pytest.mark.parametrize("link", ["wrong", "of a seat with eight tabs"])
def test_who_is_refused_for_good_is_told_so_and_does_not_try_again(
    link: str, open_page: Callable[..., Any], server: Served
) -> None:
    page, tried = open_page(), []
    page.on("websocket", lambda socket: tried.append(socket))
    with ExitStack() as tabs:
        (secret,), _ = server.table("goofspiel", "person", "random")
        for _ in range(server.hall.limits.tabs if link != "wrong" else 0):
            tabs.enter_context(server.sit(secret)).until("moment")
        page.goto(f"{server.origin}/table#{secret if link != 'wrong' else 'nobody'}")
        page.wait_for_selector("#banner:not([hidden])")
        told = page.locator("#banner").inner_text()
        assert ("opens no table" if link == "wrong" else "8 tabs look at this seat already") in told
        assert "again …" not in told
        assert page.locator("#table").inner_text() == ""
        page.wait_for_timeout(1500)
        assert len(tried) == 1


def test_who_is_refused_for_now_is_told_why_and_comes_back(open_page: Callable[..., Any]) -> None:
    lines: list[Any] = []
    with Served(
        Limits(requests=0.25, requests_at_once=60)
    ) as server:  # refused for four seconds, however slow the page is
        page = open_page(expected=("429", "403", "WebSocket"))
        page.route_web_socket("**/socket", lambda socket: (lines.append(socket), socket.connect_to_server()))
        page.goto(server.link("goofspiel"))
        Person(page).wait()
        while server.ask("GET", "/page/icon.svg")[0] == 200:
            pass
        lines[-1].close(code=1001)
        page.wait_for_selector("#banner:has-text('requests a second came from 127.0.0.1. Trying again')")
        page.wait_for_selector("#banner", state="hidden")
        page.close()  # before the server ends, whose page would ask why it does not answer


# ── For everybody ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "width", "scheme"), TABLES)
def test_the_table_fits_and_is_accessible(
    name: str, width: int, scheme: str, seat: Callable[..., Any], accessible: Callable[[Any], list[str]]
) -> None:
    page = seat(name, width=width, scheme=scheme)
    person = Person(page)
    for _ in range(4):
        person.wait()
        person.click_one()
    person.wait()
    assert accessible(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("?")
    assert accessible(page) == []


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_the_page_of_choices_fits_and_is_accessible(
    width: int, scheme: str, open_page: Callable[..., Any], server: Served, accessible: Callable[[Any], list[str]]
) -> None:
    page = open_page(width=width, scheme=scheme)
    page.goto(server.origin)
    page.select_option("[name='player 1']", "search")
    page.click("text=More options")
    assert page.input_value("[name='budget 1']") == "200"
    assert accessible(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_switch_of_the_theme_is_kept(open_page: Callable[..., Any], server: Served) -> None:
    page = open_page(scheme="light")
    page.goto(server.origin)
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.click("#theme")
    dark = page.evaluate(colour)
    assert dark != light
    page.reload()
    assert page.evaluate(colour) == dark


def test_the_replay_of_a_game_is_opened_and_stepped(
    seat: Callable[..., Any], accessible: Callable[[Any], list[str]]
) -> None:
    page = seat("goofspiel", num_cards=5)
    Person(page).play()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Step through it").click()
    replay = opened.value
    replay.wait_for_selector(".ow-table .when")
    first = replay.locator(".ow-table .when").inner_text()
    replay.keyboard.press("End")
    assert replay.locator(".ow-table .when").inner_text() != first
    scores = [word for word in replay.locator(".ow-table .decision").inner_text().split() if word.isdigit()]
    assert all(score in page.locator("#table .decision").inner_text() for score in scores)
    assert accessible(replay) == []
