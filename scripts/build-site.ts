// Builds the documentation site and the playground into the directory `site`.
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { build } from "vitepress";
import { externalLinks } from "./site/external-links.ts";
import { buildPlayground } from "./site/playground.ts";
import { ruleExamples } from "./site/rule-examples.ts";

const out = "site";

rmSync(out, { recursive: true, force: true });
await build("docs");
await buildPlayground(`${out}/playground`, await ruleExamples());
// The schemas have the addresses https://lease-guard.dev/schemas/….
cpSync("schemas", `${out}/schemas`, { recursive: true });
for (const image of ["mark.svg", "og.png"]) cpSync(`docs/images/${image}`, `${out}/${image}`);
writeFileSync(`${out}/external-links.txt`, externalLinks(out));
