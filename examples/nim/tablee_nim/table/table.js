/** The table of Nim: everything in words, the matches drawn below them, a button for each choice. */
const MATCH = `<svg width="0.9em" height="4em" viewBox="0 0 14 64" aria-hidden="true"><path d="M7 14V62"
  stroke="#d9ab66" stroke-width="5" /><ellipse cx="7" cy="9" rx="5.5" ry="8" fill="#b5382e" /></svg>`;
const element = (tag, given) => Object.assign(document.createElement(tag), given);

/** A line of text and some matches. What has the same `data-piece` travels when its place changes. */
function pile(text, matches, style) {
  const made = element("div", { className: "panel", style: `padding: 0.8rem; ${style}`, textContent: text });
  const drawn = matches.map((number) => `<span data-piece="match ${number}">${MATCH}</span>`);
  made.insertAdjacentHTML("beforeend", `<br />${drawn.join("")}`);
  return made;
}

export default {
  mount(root, props) {
    let [heap, piles, wasInside] = [[], [], false];
    root.style = "display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr))";

    function update({ view, words, prompt, play }) {
      if (view.heap > heap.length) {
        heap = [...Array(view.taken.reduce((sum, taken) => sum + taken, view.heap)).keys()];
        piles = view.taken.map(() => []);
      }
      view.taken.forEach((taken, seat) => piles[seat].push(...heap.splice(heap.length - taken + piles[seat].length)));
      const players = piles.map((own, seat) => pile(words[seat + 1], own, `border-top: 5px solid var(--seat-${seat})`));
      const choices = element("div", { style: "grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0.5rem" });
      const button = (action, at) =>
        element("button", { className: "button main", textContent: prompt.words[at], onclick: () => play(action) });
      choices.append(...(prompt?.choices.actions ?? []).map(button));
      wasInside ||= root.contains(document.activeElement); // by keyboard one finds the next button where the last was
      root.replaceChildren(pile(words[0], heap, "grid-column: 1 / -1; font-size: 1.4rem"), ...players, choices);
      if (wasInside && choices.firstChild) wasInside = void choices.firstChild.focus();
    }

    update(props);
    return { update, destroy: () => root.replaceChildren() };
  },
};
