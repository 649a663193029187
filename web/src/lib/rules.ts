/** Rules pages: Markdown as the house tells it, made into HTML with an anchor at every rule. */
import { Marked } from "marked";

const RULE = /^<strong>([A-Z]{2,4}-[A-Z]?\d+)<\/strong>/;
/** No address of another kind, such as one that runs a script. */
const SAFE_LINK = /^(https?:|mailto:|[^:]*$)/i;

/** A page is only as trustworthy as the package it came with: none of its HTML, scripts or pictures gets through. */
const marked = new Marked({
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      return SAFE_LINK.test(href) ? `<a href="${escaped(href)}">${words}</a>` : words;
    },
    /** The page has a head of its own. */
    heading({ tokens, depth }) {
      return depth === 1 ? "" : `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    listitem(item) {
      const inner = this.parser.parse(item.tokens);
      const rule = RULE.exec(inner.replace(/^<p>/, ""))?.[1];
      return rule ? `<li id="${rule}">${inner}</li>\n` : `<li>${inner}</li>\n`;
    },
  },
});

export function rulesHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
