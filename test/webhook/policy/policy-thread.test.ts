import { expect, it } from "vitest";
import { policyReading } from "../../../src/webhook/policy/policy-reading.ts";
import { policyThread } from "../../../src/webhook/policy/policy-source.ts";

const workerFile = new URL("../../../dist/cli/policy-worker.js", import.meta.url);
const now = new Date("2029-12-31T00:00:00Z");
const head = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";

const dated = `${head}rules:
  lease/holder-kept-until-expiry:
    mode: deny
    warnUntil: 2030-01-03
    scopes:
    - { match: { names: [a] }, mode: deny, warnUntil: 2030-01-02 }
exemptions:
- { rules: [lease/renew-time-near-now], match: { names: [a] }, reason: why, owner: team-a, expires: 2029-12-30 }
- { rules: [lease/renew-time-near-now], match: { names: [b] }, reason: why, owner: team-a, expires: 2030-01-04 }
`;

function filesOf(text: string) {
  return [{ file: "policy.yaml", text }];
}

it.each<readonly [string, string]>([
  ["an empty policy", head],
  ["a policy with dates", dated],
  ["an invalid policy", `${head}profile: stric\nrule: {}\n`],
  ["a text that is not YAML", "{"],
])("the thread reads %s as the server would", async (_name, text) => {
  expect(await policyThread(workerFile)({ files: filesOf(text), now })).toEqual(policyReading(filesOf(text), now));
});

it("a policy for which the memory of the thread is not enough has an error", async () => {
  const read = await policyThread(workerFile, 16)({ files: filesOf(`${head}a: [${"{},".repeat(30_000)}]`), now });
  expect(read).toEqual({
    ok: false,
    error: [expect.stringMatching(/^must be readable within 16 MB of memory: .*memory/)],
  });
});

it.each<readonly [string, string, Date, number]>([
  ["no date", head, now, Number.POSITIVE_INFINITY],
  ["the date of a scope", dated, now, Date.parse("2030-01-02")],
  ["the date of a rule", dated, new Date("2030-01-02T00:00:00Z"), Date.parse("2030-01-03")],
  ["the date of an exemption", dated, new Date("2030-01-03T00:00:00Z"), Date.parse("2030-01-04")],
  ["no later date", dated, new Date("2030-01-04T00:00:00Z"), Number.POSITIVE_INFINITY],
])("the next date of a policy is %s", (_name, text, at, nextDate) => {
  expect(policyReading(filesOf(text), at)).toMatchObject({ ok: true, value: { nextDate } });
});
