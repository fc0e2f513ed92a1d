import { describe, expect, it } from "vitest";
import { rules } from "../../src/rules/index.ts";
import { defaultPolicy } from "../../src/rules/policy.ts";
import type { Change, UserInfo } from "../../src/rules/rule.ts";
import { createValidate } from "../../src/validate/validate.ts";
import type { Finding } from "../../src/validate/verdict.ts";
import { rowOf } from "../harness/reviews.ts";
import { type ApiObject, type Metadata, newObject } from "./api-object.ts";
import { type Attack, begin, leaseAttacks } from "./attacks.ts";
import { otherAttacks } from "./other-attacks.ts";

const attacks: Readonly<Record<string, Attack>> = { ...leaseAttacks, ...otherAttacks };
const protocolRules = rules.filter(({ tier }) => tier === "protocol");
const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });
const elector: UserInfo = { username: "system:serviceaccount:team-a:controller", groups: ["system:serviceaccounts"] };

/** What strict says of each act. */
function judged({ kind = "Lease", namespace = "team-a", name = "controller", labels, acts }: Attack): readonly (readonly Finding[])[] {
  const served = rowOf(kind === "Lease" ? "v1" : "v1beta1", kind);
  let oldObject: ApiObject | undefined;
  return acts.map(({ at, spec, by = elector }) => {
    const before = oldObject;
    const metadata: Metadata = { name, namespace, uid: "1", creationTimestamp: "2026-07-01T08:00:00Z", resourceVersion: "1" };
    const object = newObject({ kind, namespace, name }, spec ?? {}, labels);
    oldObject = { ...object, metadata: { ...metadata, ...object.metadata } };
    const change: Change<ApiObject> =
      before === undefined
        ? { operation: "CREATE", object }
        : spec === null
          ? { operation: "DELETE", oldObject: before }
          : { operation: "UPDATE", object: oldObject, oldObject: before };
    return strict(served, change, { now: new Date(begin + at * 1000), user: by, dryRun: false }).findings;
  });
}

describe("attacks and accidents", () => {
  it.each(Object.entries(attacks))("%s", (_, attack) => {
    const findings = judged(attack).map((found) => found.map(({ origin, mode }) => `${mode} ${origin}`));
    const rule = protocolRules.find(({ id }) => id === attack.rule);
    expect(findings.slice(0, -1).flat()).toEqual([]);
    expect(findings.at(-1)).toContain(`${rule?.strict ?? "deny"} ${attack.rule}`);
  });

  it("try every rule of the protocol", () => {
    const tried = new Set(Object.values(attacks).map(({ rule }) => rule));
    expect([...tried].toSorted()).toEqual(protocolRules.map(({ id }) => id).toSorted());
  });
});
