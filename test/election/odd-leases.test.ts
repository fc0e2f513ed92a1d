import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { createValidate } from "../../src/validate/validate.ts";
import { judged } from "./history.ts";
import { oddClocks } from "./odd-clocks.ts";
import { type OddLease, oddLeases } from "./odd-leases.ts";

const page = readFileSync(new URL("../../docs/recorded-traffic.md", import.meta.url), "utf8");
const usual = createValidate(rules);
const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

/** Use and rule of each warning that the page gives a reason for. */
const listed = [...page.matchAll(/^\| ([^|`]+) \| `([a-z/-]+)` \|[^|]+\|$/gm)].map(([, use = "", rule = ""]) => `${use} | ${rule}`);

const all: Readonly<Record<string, OddLease>> = { ...oddLeases, ...oddClocks };

describe("legal but odd leases", () => {
  it.each(Object.entries(all))("are allowed by strict: %s", (_, odd) => {
    expect(judged(strict, odd).flatMap((found) => found.filter(({ mode }) => mode === "deny"))).toEqual([]);
  });

  it("are warned of as the page says, and no other", () => {
    const warned = Object.entries(all).flatMap(([use, odd]) =>
      judged(usual, odd).flatMap((found) => found.filter(({ mode }) => mode !== "audit").map(({ origin }) => `${use} | ${origin}`)),
    );
    expect([...new Set(warned)].toSorted()).toEqual(listed.toSorted());
  });
});
