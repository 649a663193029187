import { WORDS } from "./words.js";

/** Each match is a stroke; whoever is asked takes some with a button. */
export default {
  styles: ["./table.css"],
  mount(element, props) {
    const root = element.appendChild(document.createElement("div"));
    root.className = "drawn-heap";
    let play = props.play;

    function draw({ view, lang, prompt }) {
      const words = WORDS[lang];
      const heap = Object.assign(document.createElement("p"), { className: "matches", textContent: "|".repeat(view.heap) || "·" });
      heap.setAttribute("role", "img");
      heap.setAttribute("aria-label", words.heap(view.heap));
      const buttons = (prompt?.choices.actions ?? []).map((action) => {
        const button = Object.assign(document.createElement("button"), { className: "button", textContent: words.take(action.matches) });
        button.onclick = () => void play(action);
        return button;
      });
      root.replaceChildren(heap, ...buttons);
    }

    draw(props);
    return {
      update(next) {
        play = next.play;
        draw(next);
      },
      destroy: () => root.remove(),
    };
  },
  sheet: (view, lang, scores) => ({ head: [WORDS[lang].last], rows: scores.map((score) => [score ? "✓" : ""]) }),
};
