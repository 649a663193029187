/** The table of Nim: everything in words, the matches drawn beside them, a button for each choice. */
const MATCH = `<svg width="14" height="64" viewBox="0 0 14 64" aria-hidden="true">
  <path d="M7 14V62" stroke="#d9ab66" stroke-width="5" /><ellipse cx="7" cy="9" rx="5.5" ry="8" fill="#b5382e" /></svg>`;

const element = (tag, given) => Object.assign(document.createElement(tag), given);

/** A line of text, and matches below it. What has the same `data-piece` travels when its place changes. */
function row(text, matches) {
  const drawn = element("div", { innerHTML: matches.map((at) => `<span data-piece="${at}">${MATCH}</span>`).join("") });
  return [element("p", { textContent: text }), drawn];
}

export default {
  mount(root, props) {
    let [heap, piles, wasInside] = [[], [], false];

    function update({ view, words, prompt, play }) {
      if (view.heap > heap.length) {
        heap = [...Array(view.taken.reduce((sum, taken) => sum + taken, view.heap)).keys()];
        piles = view.taken.map(() => []);
      }
      view.taken.forEach((taken, seat) => piles[seat].push(...heap.splice(heap.length - taken + piles[seat].length)));
      const buttons = (prompt?.choices.actions ?? []).map((action, at) =>
        element("button", { className: "button main", textContent: prompt.words[at], onclick: () => play(action) }),
      );
      wasInside ||= root.contains(document.activeElement); // whoever plays by keyboard finds the next button
      root.replaceChildren(...words.flatMap((line, at) => row(line, [heap, ...piles][at] ?? [])), ...buttons);
      if (wasInside && buttons[0]) wasInside = buttons[0].focus() ?? false;
    }

    update(props);
    return { update, destroy: () => root.replaceChildren() };
  },
};
