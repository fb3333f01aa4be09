/** A button that copies each example, and a filter for long tables. */
"use strict";

for (const block of document.querySelectorAll("div.highlight > pre")) {
  const button = Object.assign(document.createElement("button"), { className: "copy", type: "button", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(typed(block));
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  block.parentElement.append(button);
}

/** What one would type: of a session at the prompt no prompts and no answers. */
function typed(block) {
  const lines = block.innerText.trimEnd().split("\n");
  if (!lines.some((line) => line.startsWith(">>> "))) return lines.join("\n");
  return lines
    .filter((line) => /^(>>>|\.\.\.)( |$)/.test(line))
    .map((line) => line.slice(4))
    .join("\n");
}

for (const field of document.querySelectorAll("input.filter")) {
  const rows = [...document.querySelectorAll("table.filtered tbody tr")];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/);
    rows.forEach((row, number) => (row.hidden = !words.every((word) => texts[number].includes(word))));
  });
}
