// Making elements. Text always becomes a text node, and looks come from classes: nothing that was sent is ever parsed.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new element.
 * @param {string} tag its name, with classes behind dots: "div.card.dim"
 * @param {Object<string, any>} [attributes] null and false are left out, true stands without a value; a function
 *   listens to the event of that name
 * @param {...(Node|string|number|null|undefined|false|Array)} children what is in it
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  return filled(document.createElement(name), classes, attributes, children);
}

/**
 * Return a new element of a drawing; the arguments are as of `make`.
 * @returns {SVGElement}
 */
export function draw(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  return filled(document.createElementNS(SVG, name), classes, attributes, children);
}

function filled(element, classes, attributes, children) {
  for (const name of classes) element.classList.add(name);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter((child) => child || child === 0)
      .map((child) => (child.nodeType ? child : String(child))),
  );
  return element;
}

/**
 * Return a number that is always the same for a text, and looks drawn by chance.
 * @param {string} text
 * @returns {number} a whole number from 0 to 2 ** 32 - 1
 */
export function hashOf(text) {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
  return hash >>> 0;
}

/**
 * Return a function that draws numbers from 0 to 1, always the same ones for a text.
 * @param {string} text
 * @returns {() => number}
 */
export function drawsOf(text) {
  let state = hashOf(text) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
