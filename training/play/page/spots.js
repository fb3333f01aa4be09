// What can be pointed at, and what choices point at it: a card, a place or a seat. No rules: legal choices are given.

/**
 * Something on the table that can be pointed at.
 * @typedef {object} Item
 * @property {string} key what it is called, the same after the table was drawn anew
 * @property {HTMLElement} element
 * @property {object|null} card of the view, null: a place or a seat
 * @property {string} zone in which the card lies
 * @property {number|null} seat
 * @property {number|null} place
 * @property {string} name in words
 */

/**
 * Tell whether a spot of a choice points at an item.
 * @param {{card: number|null, zones: string[], seat: number|null, place: number|null}|null} spot
 * @param {Item} item
 */
export function pointsAt(spot, item) {
  if (!spot) return false;
  if (spot.card === null) {
    if (item.card) return false;
    return spot.place !== null ? item.place === spot.place : item.place === null && item.seat === spot.seat;
  }
  return (
    Boolean(item.card) &&
    item.card.number === spot.card &&
    (!spot.zones.length || spot.zones.includes(item.zone)) &&
    (spot.seat === null || spot.seat === item.seat) &&
    (spot.place === null || spot.place === item.place)
  );
}

/**
 * Return an item as the server is told of it.
 * @param {Item} item
 */
export function spotOf(item) {
  if (!item.card) return { card: null, zones: [], seat: item.place === null ? item.seat : null, place: item.place };
  return { card: item.card.number, zones: [item.zone], seat: item.seat, place: item.place };
}

/**
 * Return the choices that begin at an item.
 * @param {object[]} choices
 * @param {Item} item
 */
export function choicesFrom(choices, item) {
  return choices.filter((choice) => pointsAt(choice.source, item));
}

/**
 * Return the choices that end at an item.
 * @param {object[]} choices
 * @param {Item} item
 */
export function choicesTo(choices, item) {
  return choices.filter((choice) => choice.target && pointsAt(choice.target, item));
}

/**
 * Return the choices about nothing on the table: those without a source, and those whose source nobody sees.
 * @param {object[]} choices
 * @param {Item[]} items
 */
export function choicesBeside(choices, items) {
  return choices.filter((choice) => !items.some((item) => pointsAt(choice.source, item)));
}
