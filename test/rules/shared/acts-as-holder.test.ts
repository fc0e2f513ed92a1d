import { describe, expect, it } from "vitest";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import type { Finding } from "../../../src/engine/validate/verdict.ts";
import { defaultPolicy, type Policy } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import type { RuleId, UserInfo } from "../../../src/rules/rule.ts";
import type { Spec } from "../../election/api-object.ts";
import { type Act, at, findingsOf, term } from "../../election/history.ts";
import { byPod } from "../../harness/by-pod.ts";

const ids: readonly RuleId[] = ["metadata/writer-allowed", "metadata/deleter-allowed"];
const policy: Policy = {
  ...defaultPolicy,
  rules: new Map(
    ids.map((id) => [id, { mode: "deny", warnNewHolder: true, parameters: { users: ["admin"] }, scopes: [] }]),
  ),
};
const validate = createValidate(rules, policy);

function modeIn(findings: readonly Finding[]): string | undefined {
  return findings.find(({ origin }) => ids.some((id) => id === origin))?.mode;
}

/** Returns the mode of a finding for a write of a Lease that another client has written at 0 s. */
function modeOf(write: Act, given: Spec = term("controller-1", 0)): string | undefined {
  const [, found = []] = findingsOf(validate, { acts: [{ at: 0, spec: given, by: byPod("controller-1") }, write] });
  return modeIn(found);
}

const neighbor = byPod("controller-5d78c9869d-x2vzk", "node-2", "team-a:other");
const outside = byPod("controller-5d78c9869d-x2vzk", "node-2", "team-b:other");
const withoutPod: UserInfo = { username: "system:serviceaccount:team-a:other", groups: [] };
const kept = term("controller-1", 0);
const released: Spec = { ...kept, holderIdentity: "" };
const renewed = (seconds: number): Spec => ({ ...kept, renewTime: at(seconds) });
const taken = (seconds: number): Spec => term("controller-2", seconds, 1);
const labels = { labels: { a: "b" } };

type Row = readonly [title: string, write: Act, given?: Spec];

const rows = (all: readonly Row[]) => all.map(([title, write, given]) => [title, write, given] as const);

describe("warnNewHolder lowers the mode", () => {
  it("for a create", () => {
    const [found = []] = findingsOf(validate, { acts: [{ at: 0, spec: kept, by: withoutPod }] });
    expect(modeIn(found)).toBe("warn");
  });

  it.each(
    rows([
      ["takes an expired Lease", { at: 16, spec: taken(16), by: neighbor }],
      ["takes an expired Lease, without a pod", { at: 16, spec: taken(16), by: withoutPod }],
      ["renews an expired Lease", { at: 16, spec: renewed(16), by: withoutPod }],
      ["takes a released Lease", { at: 2, spec: taken(2), by: withoutPod }, released],
      ["takes a Lease with a renewTime a year ahead", { at: 2, spec: taken(2), by: withoutPod }, renewed(365 * 86_400)],
      ["takes a Lease without a renewTime", { at: 2, spec: taken(2), by: withoutPod }, { ...kept, renewTime: null }],
      ["renews a held Lease from a pod of its namespace", { at: 2, spec: renewed(2), by: neighbor }],
      [
        "renews a held Lease from a pod with the name",
        { at: 2, spec: renewed(2), by: byPod("controller-1", "node-2", "team-b:other") },
      ],
      ["releases its own Lease", { at: 2, spec: released, by: byPod("controller-1") }],
      ["deletes its own Lease", { at: 2, spec: null, by: byPod("controller-1") }],
    ]),
  )("for a client that %s", (_, write, given) => expect(modeOf(write, given)).toBe("warn"));
});

describe("warnNewHolder keeps the mode", () => {
  it.each(
    rows([
      ["takes a held Lease", { at: 2, spec: taken(2), by: neighbor }],
      ["takes a Lease at the last moment of its term", { at: 14, spec: taken(14), by: neighbor }],
      ["renews a held Lease without a pod", { at: 2, spec: renewed(2), by: withoutPod }],
      ["renews a held Lease from another namespace", { at: 2, spec: renewed(2), by: outside }],
      ["releases the Lease of another pod", { at: 2, spec: released, by: neighbor }],
      ["changes labels of a held Lease", { at: 2, spec: kept, by: neighbor, metadata: labels }],
      ["changes labels of an expired Lease", { at: 16, spec: kept, by: neighbor, metadata: labels }],
      ["empties the holder of an expired Lease", { at: 16, spec: released, by: neighbor }],
      ["deletes an expired Lease", { at: 16, spec: null, by: neighbor }],
      ["deletes a released Lease", { at: 2, spec: null, by: neighbor }, released],
    ]),
  )("for a client that %s", (_, write, given) => expect(modeOf(write, given)).toBe("deny"));
});
