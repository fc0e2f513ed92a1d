import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { knownPrograms } from "../../src/learn/known-programs.ts";

const page = readFileSync(new URL("../../docs/recorded-traffic.md", import.meta.url), "utf8");
const table = page.slice(page.indexOf("## Denied by design"), page.indexOf("## Attacks"));

/** The rows with a scope: the words of the program, with hyphens, and the text of the scope. */
const rows = [...table.matchAll(/^\| ([^|]+) \|[^|]+\| ([^|]+`mode: [^|]+) \|$/gm)].map(
  ([, program = "", scope = ""]) => ({
    program: program.toLowerCase().replaceAll(" ", "-"),
    scope,
  }),
);

it.each(knownPrograms.map((program) => [program.title, program] as const))(
  "%s: as in the table of programs that are denied by design",
  (_, { words, rules, mode, names }) => {
    const own = rows.filter(({ program }) => words.some((word) => program.includes(word)));
    const linked = own.flatMap(({ scope }) => [...scope.matchAll(/\[([a-z-]+\/[a-z-]+)\]/g)].map(([, rule]) => rule));
    expect(linked.toSorted()).toEqual(rules.toSorted());
    expect(own.filter(({ scope }) => !scope.includes(`\`mode: ${mode}\``))).toEqual([]);
    if (names !== undefined) expect(own[0]?.scope).toContain(`Leases named \`${names}\``);
  },
);
