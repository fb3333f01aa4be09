// Short animations of cards that went from one zone to another: from where a card lay to where it lies now.

const TIME = { duration: 280, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" };

/**
 * Return where all cards lie now, to be given to `moveFrom` after the table was drawn anew.
 * @param {HTMLElement} root
 */
export function cardsOf(root) {
  return [...root.querySelectorAll(".card")]
    .map((element) => {
      const rect = element.getBoundingClientRect();
      return {
        element,
        rect,
        key: element.dataset.key,
        name: element.dataset.name,
        zone: element.closest("[data-zone]")?.dataset.zone,
      };
    })
    .filter((card) => card.rect.width > 0);
}

/**
 * Let cards move from where they lay.
 * @param {HTMLElement} root the table as it is drawn now
 * @param {object[]} before what `cardsOf` returned for the one before
 */
export function moveFrom(root, before) {
  if (!before.length || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const after = cardsOf(root);
  const stayed = new Set(after.map((card) => card.key));
  const had = new Set(before.map((card) => card.key));
  const gone = before.filter((card) => !stayed.has(card.key));
  for (const card of after.filter((one) => !had.has(one.key))) {
    const from = gone.findIndex((one) => one.name === card.name && one.name);
    if (from >= 0) slide(card, gone.splice(from, 1)[0].rect);
    else card.element.animate([{ opacity: 0 }, { opacity: 1 }], TIME);
  }
  for (const card of gone) leave(card, root);
}

function slide(card, from) {
  const across = from.x - card.rect.x,
    down = from.y - card.rect.y;
  card.element.animate(
    [
      { translate: `${across}px ${down}px`, zIndex: 9 },
      { translate: "0 0", zIndex: 9 },
    ],
    TIME,
  );
}

/** A card that is seen no more: it fades on its way to where cards of its seat lie closed. */
function leave(card, root) {
  const seat = (card.zone ?? "").split(" ")[0];
  const pile = [...root.querySelectorAll(".pile")].find((one) => one.dataset.zone.startsWith(`${seat} `));
  const ghost = card.element.cloneNode(true);
  for (const name of ["role", "tabindex", "data-key", "aria-label"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.className = card.element.className.replace(/\b(item|can|target|selected)\b/g, "");
  ghost.classList.add("drag");
  place(ghost, card.rect);
  document.body.append(ghost);
  const to = pile?.getBoundingClientRect();
  const away = to?.width ? `${to.x - card.rect.x}px ${to.y - card.rect.y}px` : "0 -12px";
  ghost
    .animate([{ opacity: 0.9 }, { opacity: 0, translate: away, scale: 0.6 }], TIME)
    .finished.finally(() => ghost.remove());
}

/**
 * Lay an element over a rectangle of the window.
 * @param {HTMLElement} element
 * @param {DOMRect} rect
 */
export function place(element, rect) {
  for (const [name, value] of Object.entries({ left: rect.x, top: rect.y, width: rect.width, height: rect.height })) {
    element.style.setProperty(name, `${value}px`);
  }
}
