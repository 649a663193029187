import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { parse } from "smol-toml";
import { defineConfig, type Plugin } from "vite";

type Tree = { [key: string]: string | Tree };

/** Texts are TOML files, as everywhere in the project; a key that one language lacks fails the build. */
function texts(): Plugin {
  return {
    name: "texts",
    load(id) {
      if (!id.endsWith(".toml")) return null;
      const own = flat(parse(readFileSync(id, "utf8")) as Tree);
      const other = id.replace(/(en|fr)\.toml$/, (_, lang) => `${lang === "en" ? "fr" : "en"}.toml`);
      this.addWatchFile(other);
      const missing = Object.keys(flat(parse(readFileSync(other, "utf8")) as Tree)).filter((key) => !(key in own));
      if (missing.length) this.error(`${id} lacks ${missing.join(", ")}`);
      return `export default ${JSON.stringify(own)}`;
    },
  };
}

function flat(tree: Tree, prefix = ""): Record<string, string> {
  return Object.entries(tree).reduce<Record<string, string>>(
    (all, [key, value]) =>
      typeof value === "string" ? { ...all, [prefix + key]: value } : { ...all, ...flat(value, `${prefix}${key}.`) },
    {},
  );
}

/** Fonts may be passed on with their licence only: its text is among the files that the house serves. */
function fontLicences(): Plugin {
  return {
    name: "font-licences",
    apply: "build",
    generateBundle() {
      const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
      for (const name of Object.keys(dependencies).filter((name) => name.startsWith("@fontsource"))) {
        const source = readFileSync(join("node_modules", name, "LICENSE"), "utf8");
        this.emitFile({ type: "asset", fileName: `assets/licence-${name.split("/")[1]}.txt`, source });
      }
    },
  };
}

/** The house serves each file as small as the browser can take it. */
function compressed(): Plugin {
  let folder = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved: (config) => void (folder = resolve(config.root, config.build.outDir)),
    writeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const path = join(folder, name);
        if (!statSync(path).isFile() || !/\.(js|css|html|svg|webmanifest)$/.test(name)) continue;
        const body = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(body));
        writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}

const house = process.env.TABLEE_HOUSE ?? "http://127.0.0.1:8642";

export default defineConfig({
  plugins: [texts(), svelte(), fontLicences(), compressed()],
  build: {
    outDir: "../src/tablee/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: "es2022",
    // Few files are quicker than many small ones: what pages share, and what belongs to a table.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "table", test: /\/web\/src\/(table|pages\/TablePage)/, priority: 1 },
            // The first page needs none of what is computed or asked for again and again later.
            { name: "shell", test: /\/web\/src\/(lib\/(?!poller|gathering|replay|rules)|ui|texts|pages\/NotFound)|\/node_modules\/svelte\//, minShareCount: 2, priority: 2 },
          ],
        },
      },
    },
  },
  resolve: {
    alias: {
      $bots: new URL("../src/tablee/bots", import.meta.url).pathname,
      $games: new URL("../src/tablee/games", import.meta.url).pathname,
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: house, ws: true }, "/games": house },
  },
});
