import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { findingsOf } from "./history.ts";
import { oddClocks } from "./odd-clocks.ts";
import { type OddLease, oddLeases } from "./odd-leases.ts";

const page = readFileSync(new URL("../../docs/recorded-traffic.md", import.meta.url), "utf8");
const usual = createValidate(rules);
const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

/** The warnings that docs/recorded-traffic.md explains, in the form `USE | RULE`. */
const listed = [...page.matchAll(/^\| ([^|`]+) \| `([a-z/-]+)` \|[^|]+\|$/gm)].map(
  ([, use = "", rule = ""]) => `${use} | ${rule}`,
);

const all: Readonly<Record<string, OddLease>> = { ...oddLeases, ...oddClocks };

describe("correct but unusual writes", () => {
  it.each(Object.entries(all))("are allowed by strict: %s", (_, odd) => {
    expect(findingsOf(strict, odd).flatMap((found) => found.filter(({ mode }) => mode === "deny"))).toEqual([]);
  });

  it("cause exactly the warnings of the page", () => {
    const warned = Object.entries(all).flatMap(([use, odd]) =>
      findingsOf(usual, odd).flatMap((found) =>
        found.filter(({ mode }) => mode !== "audit").map(({ origin }) => `${use} | ${origin}`),
      ),
    );
    expect([...new Set(warned)].toSorted()).toEqual(listed.toSorted());
  });
});
