/** Rules pages: Markdown as the house tells it, made into HTML with an anchor at every rule. */
import { Marked } from "marked";
import type { OptionInfo } from "../types/api";

const RULE = /^<strong>([A-Z]{2,4}-[A-Z]?\d+)<\/strong>/;
/** No address of another kind, such as one that runs a script. */
const SAFE_LINK = /^(https?:|mailto:|[^:]*$)/i;

/** What people call an option or its value that a page names as programs do; set while a page is made. */
let called: Record<string, string> = {};

/** A page is only as trustworthy as the package it came with: none of its HTML, scripts or pictures gets through. */
const marked = new Marked({
  renderer: {
    html: ({ text }) => escaped(text),
    codespan: ({ text }) => (text in called ? `<em>${escaped(called[text] ?? "")}</em>` : `<code>${escaped(text)}</code>`),
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

export function rulesHtml(markdown: string, words: Record<string, string> = {}): string {
  called = words;
  return marked.parse(markdown, { async: false });
}

/** For each option its title, for each of its values the beginning of what it means. */
export function optionWords(options: readonly OptionInfo[]): Record<string, string> {
  const named = options.map(({ name, title }) => [name, title] as const);
  const values = options.flatMap(({ values }) => Object.entries(values ?? {}));
  return Object.fromEntries([...values.map(([value, words]) => [value, words.split(/[\u00a0 ]?[:;,.(]/)[0] ?? words] as const), ...named]);
}

const SIGNS: Record<string, string> = { "&": "&#38;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}
