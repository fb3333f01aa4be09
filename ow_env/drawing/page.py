"""A view as HTML: for notebooks, and for pages that tell a game step by step.

Below: parts.py. Above: `View._repr_html_`, training's pages. It has no scripts and loads nothing. All text is
escaped. A page needs `STYLE` once; `html_of` includes it.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ow_env.drawing.parts import Card, Figure, Place, Table, Zone
from ow_env.drawing.text import line_words, words_of

SEATS = ("#2a93d5", "#d5862a", "#b35fd6", "#3f9f52")

STYLE = """<style>
.ow { --line: #c9cfda; --soft: #5d6778; --card: #f4f6fa; --gold: #b8860b; --red: #c0392b;
  font: 13px/1.35 system-ui, sans-serif; text-align: left; max-width: 76rem }
@media (prefers-color-scheme: dark) { .ow { --line: #3e4c6a; --soft: #9eaac0; --card: #222c42; --gold: #f6cd5c;
  --red: #ff7066 } }
.ow .row { display: grid; gap: .4rem; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); margin: .3rem 0 }
.ow .place, .ow .player { border: 1px solid var(--line); border-radius: .5rem; padding: .4rem .5rem; min-width: 0 }
.ow .active { border-color: var(--gold); box-shadow: 0 0 0 1px var(--gold) }
.ow .done > b { opacity: .6 }
.ow .soft { color: var(--soft) }
.ow .asked { color: var(--gold); font-weight: 600 }
.ow .alert { color: var(--red); font-weight: 600 }
.ow .band { border-left: 3px solid var(--seat); padding-left: .35rem; margin-top: .3rem; min-height: .6rem }
.ow .zone { margin: .25rem 0 }
.ow .card { display: inline-block; background: var(--card); border: 1px solid var(--line);
  border-left: 4px solid var(--kind, var(--line)); border-radius: .3rem; padding: 0 .35rem;
  margin: .1rem .15rem .1rem 0 }
.ow .card.down { opacity: .75; border-style: dashed }
.ow .card.lost { border-color: var(--red) }
.ow .card.due { border-color: var(--gold) }
.ow .card.dim { opacity: .65 }
.ow p { margin: .2rem 0 }
</style>"""


def html_of(view: Table, style: bool = True) -> str:
    """Return a view as one element of HTML.

    Args:
        view: what is drawn.
        style: bring `STYLE` along. False: it stands on the page already.
    """
    inner = "".join((header(view), places(view), for_all(view), orders(view), seats(view), legend(view)))
    label = escape(f"{view.game}: {view.when}", quote=True)
    return f'{STYLE if style else ""}<div class="ow" role="group" aria-label="{label}">{inner}</div>'


def header(view: Table) -> str:
    """Return where the game stands, what is being played, and what is asked."""
    where = [escape(part) for part in (view.when, view.step, *view.notes) if part]
    alerts = [f'<span class="alert">{escape(alert)}</span>' for alert in view.alerts]
    stack = f"<p>{escape('; '.join(view.stack))}</p>" if view.stack else ""
    asked = f"<p class='asked'>{escape(view.decision)}</p>"
    return f"<p><b>{' · '.join((*where[:1], *alerts, *where[1:]))}</b></p>{stack}{asked}"


def places(view: Table) -> str:
    """Return the row of places, each with what every seat has there."""
    columns = "".join(place_of(view, number, place) for number, place in enumerate(view.places))
    return f'<div class="row">{columns}</div>' if columns else ""


def place_of(view: Table, number: int, place: Place) -> str:
    """Return one place with what every seat has there."""
    facts = " · ".join(map(escape, (*map(str, place.figures), *place.marks)))
    under = "".join(f"<p class='soft'>under it: {escape(name)}</p>" for name in place.under)
    state = f" <span class='soft'>{escape(place.state)}</span>" if place.state else ""
    bands = "".join(
        f'<div class="band" style="--seat:{SEATS[seat]}" title="{escape(view.title(seat), quote=True)}">'
        + "".join(zone_of(view, zone, zone.kind != "table") for zone in view.zones_at(seat, number))
        + "</div>"
        for seat in range(len(view.seats))
    )
    look = " active" * place.active + " done" * place.done
    return f'<div class="place{look}"><b>{escape(place.name)}</b>{state}<p class="soft">{facts}</p>{under}{bands}</div>'


def for_all(view: Table) -> str:
    """Return what lies before nobody and at no place."""
    return "".join(zone_of(view, zone) for zone in view.zones_at(None, None))


def orders(view: Table) -> str:
    """Return what has been ordered so far."""
    return "".join(f"<p class='soft'>{escape(line.strip())}</p>" for line in view.orders)


def seats(view: Table) -> str:
    """Return every player's figures and cards."""
    found = []
    for number, seat in enumerate(view.seats):
        facts = " · ".join(map(escape, (*map(str, seat.figures), *seat.marks)))
        first = f" <span class='asked'>{escape(seat.first)}</span>" if seat.first else ""
        name = f'<b style="color:{SEATS[number]}">{escape(view.title(number))}</b>'
        zones = "".join(zone_of(view, zone) for zone in view.zones_at(number, None))
        found.append(f'<div class="player{" active" * seat.asked}">{name}{first} <span>{facts}</span>{zones}</div>')
    return f'<div class="row">{"".join(found)}</div>'


def zone_of(view: Table, zone: Zone, named: bool = True) -> str:
    """Return a zone with its cards; nothing where it is empty."""
    if not zone.cards and not zone.hidden:
        return ""
    cards = "".join(card_of(view, card) for card in zone.cards)
    cards += f'<span class="card down">{zone.hidden} face down</span>' if zone.hidden else ""
    return f"<div class='zone'>{f'<span class=soft>{escape(zone.name)}</span> ' if named else ''}{cards}</div>"


def card_of(view: Table, card: Card) -> str:
    """Return a card; a tooltip gives its values in full."""
    colour = next((kind.colour for kind in view.kinds if kind.name == card.kind), "")
    name = f"{card.copies}x {card.name}" if card.copies > 1 else card.name or "?"
    figures = " ".join(sign_of(figure) for figure in card.figures if not figure.in_name)
    lines = f"<span class=soft>{escape('; '.join(map(line_words, card.lines)))}</span>" if card.lines else ""
    marks = f"<i>{escape(', '.join(card.marks))}</i>" if card.marks else ""
    words = " ".join(filter(None, (escape(name), escape(figures), lines, marks)))
    look = " down" * card.face_down + " lost" * card.lost + " due" * card.asked + " dim" * card.dim
    style = f' style="--kind:{colour}"' if colour else ""
    return f'<span class="card{look}"{style} title="{escape(told(card), quote=True)}">{words}</span>'


def sign_of(figure: Figure) -> str:
    """Return a figure as short as it can be."""
    return f"{figure.sign}{figure.value}" if figure.sign else str(figure)


def told(card: Card) -> str:
    """Return what a card is, in words, with the source of its values."""
    figures = (f"{figure}" + (f" [{figure.source}]" if figure.source else "") for figure in card.figures)
    lines = (f"{line.label} {', '.join(map(str, line.figures))}" for line in card.lines)
    return "; ".join(part.strip() for part in (card.name or "face down", card.kind, *figures, *lines) if part)


def legend(view: Table) -> str:
    """Return what colours and signs mean."""
    kinds: Iterable[str] = (
        f'<span class="card" style="--kind:{kind.colour}">{escape(kind.name)}</span>' for kind in view.kinds
    )
    signs = ", ".join(escape(words_of(sign)) for sign in view.signs)
    return f"<p class='soft'>{''.join(kinds)} {signs}</p>"
