import { expect, it } from "vitest";
import { dayMs } from "../../../src/core/text/duration.ts";
import { certificateCheck, certificateIn, policyCheck, policyIn, probeText } from "../../../src/core/text/readyz.ts";

const since = new Date("2026-07-01T08:00:00Z");
const ping = { passed: true, text: "ping ok" };

it.each([
  {
    left: 2.5 * dayMs,
    line: "[+]certificate ok: valid from 1970-01-01T00:00:00.000Z until 1970-01-11T00:00:00.000Z (in 2 days)",
  },
  {
    left: 0,
    line: "[+]certificate ok: valid from 1970-01-01T00:00:00.000Z until 1970-01-11T00:00:00.000Z (in 0 days)",
  },
  {
    left: -dayMs,
    line: "[-]certificate failed: valid from 1970-01-01T00:00:00.000Z until 1970-01-11T00:00:00.000Z (1 day ago)",
  },
])("reads $line as it was written", ({ left, line }) => {
  const validity = { notBefore: 0, notAfter: 10 * dayMs };
  const text = probeText("readyz", true, [ping, certificateCheck(validity, validity.notAfter - left)]);
  expect(text).toBe(`[+]ping ok\n${line}\nreadyz check passed\n`);
  expect(certificateIn(text)).toEqual(validity);
});

it.each([
  ["a revision", { source: { file: "policy.yaml", revision: "sha256:1" }, since }, { revision: "sha256:1" }],
  ["the built-in policy", { since }, { revision: "built-in" }],
  [
    "a rejected file",
    { source: { file: "policy.yaml", revision: "sha256:1" }, since, rejectedSince: since },
    {
      failure:
        "failed: changed file rejected since 2026-07-01T08:00:00.000Z; still sha256:1 of policy.yaml, active since 2026-07-01T08:00:00.000Z",
    },
  ],
])("reads %s as it was written", (_, state, read) => {
  expect(policyIn(probeText("readyz", false, [ping, policyCheck(state)]))).toEqual(read);
});

it.each(["ok", "", "[+]certificate ok: valid from a until b", "a [+]policy ok: x"])("reads nothing in %j", (text) => {
  expect(certificateIn(text)).toBeUndefined();
  expect(policyIn(text)).toBeUndefined();
});
