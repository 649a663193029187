import { describe, expect, it } from "vitest";
import { optionWords, rulesHtml } from "./rules";

describe("a rules page", () => {
  it("has an anchor at every rule, also where items stand apart, and no head", () => {
    const html = rulesHtml("# The game\n\n## Taking\n\n- **XX-01** One.\n- **ABC-X2** Two.\n\n## Apart\n\n- **XX-03** Three.\n\n- Four.\n");
    expect(html).not.toContain("The game");
    expect(html).toContain("<h2>Taking</h2>");
    expect(html).toContain('<li id="XX-01"><strong>XX-01</strong> One.</li>');
    expect(html).toContain('<li id="ABC-X2"><strong>ABC-X2</strong> Two.</li>');
    expect(html).toContain('<li id="XX-03"><p><strong>XX-03</strong> Three.</p>');
    expect(html).toContain("<li><p>Four.</p>");
  });

  it("keeps tables, lists, emphasis and code", () => {
    const html = rulesHtml("| a | b |\n|---|---|\n| 1 | *2* |\n\n`x < y`\n");
    expect(html).toContain("<td><em>2</em></td>");
    expect(html).toContain("<code>x &lt; y</code>");
  });

  it("calls options and their values what people call them", () => {
    const options = [{ name: "settle", title: "Full tables", help: "", default: "at_once", allowed: {}, values: { at_once: "At once: a later bid may use it." } }];
    const html = rulesHtml("Option `settle`: `at_once` or `x`", optionWords(options));
    expect(html).toContain("Option <em>Full tables</em>: <em>At once</em> or <code>x</code>");
    expect(rulesHtml("`settle`")).toContain("<code>settle</code>");
  });

  it("follows links to pages only", () => {
    const html = rulesHtml("[a](https://example.org/?x=1&y=2) [b](#XX-01) [c](rules.md) [d](mailto:x@example.org)");
    expect(html.match(/<a href="[^"]*">/g)).toEqual([
      '<a href="https://example.org/?x=1&#38;y=2">',
      '<a href="#XX-01">',
      '<a href="rules.md">',
      '<a href="mailto:x@example.org">',
    ]);
  });

  it.each([
    "<script>alert(1)</script>",
    "text <img src=x onerror=alert(1)> text",
    "<svg/onload=alert(1)>",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](data:text/html;base64,PHNjcmlwdD4=)",
    "[a](vbscript:x)",
    "[a][b]\n\n[b]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "![a](x.png)",
    '![a" onerror="alert(1)](x.png)',
    '[a](x"onclick="alert(1))',
    '[a](x "title\\" onclick=\\"alert(1)")',
    '- **XX-01" onclick="alert(1)** One',
    '```js" onclick="alert(1)\ncode\n```',
    "&lt;script&gt;alert(1)&lt;/script&gt;",
  ])("carries nothing out of %j", (hostile) => {
    const html = rulesHtml(`# x\n\n${hostile}\n`);
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z]+="[^"]*")*)\s*\/?>/gi)];
    expect(html.replace(/<\/?([a-z0-9]+)((?:\s+[a-z]+="[^"]*")*)\s*\/?>/gi, "")).not.toContain("<");
    for (const [, name, attributes] of tags) {
      expect(["p", "a", "ul", "li", "strong", "pre", "code"]).toContain(name);
      expect(attributes).toMatch(/^(\s+(href="[^":]*"|class="[^"]*"|id="[\w-]+"))*$/);
    }
  });
});
