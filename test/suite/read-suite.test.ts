import { describe, expect, it } from "vitest";
import { podNameKey } from "../../src/core/api/user-extra.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { lease, suiteOf, suiteText } from "./suites.ts";

const now = "now: 2026-07-01T08:00:00Z";
const old = `oldObject: ${lease}`;
const renewal = "patch: { spec: { leaseDurationSeconds: 20 } }";
const ok = "expect: allowed";

describe("a suite", () => {
  it("creates writes from its objects", async () => {
    const cases = [
      `{name: patch, ${renewal}, ${ok}}`,
      `{name: object, object: ${lease}, now: 2026-07-01T09:00:00Z, user: {username: u, groups: [g], extra: {${podNameKey}: [p]}}, ${ok}}`,
      `{name: create, operation: CREATE, ${renewal}, ${ok}}`,
      `{name: delete, operation: DELETE, ${ok}}`,
      `{name: file, operation: CREATE, object: {file: lease.yaml}, user: {}, ${ok}}`,
    ];
    const suite = await suiteOf(suiteText([now, old, "policy: policy.yaml", "user: {username: top}"], ...cases));
    if (!suite.ok) throw new Error(JSON.stringify(suite.error));
    expect(suite.value.policy.profile).toBe("observe");
    const reported = suite.value.cases.map(({ name, position, submission: { change, context } }) => {
      const { spec } = (change.operation === "DELETE" ? {} : change.object) as {
        readonly spec?: { readonly leaseDurationSeconds?: number };
      };
      return [
        name,
        position.line,
        change.operation,
        spec?.leaseDurationSeconds,
        "oldObject" in change,
        context.now.getUTCHours(),
        context.user,
      ];
    });
    const top = { username: "top", groups: [] };
    expect(reported).toEqual([
      ["patch", 8, "UPDATE", 20, true, 8, top],
      ["object", 9, "UPDATE", 15, true, 9, { username: "u", groups: ["g"], extra: { [podNameKey]: ["p"] } }],
      ["create", 10, "CREATE", 20, false, 8, top],
      ["delete", 11, "DELETE", undefined, true, 8, top],
      ["file", 12, "CREATE", 15, false, 8, { username: "", groups: [] }],
    ]);
  });

  it("gives a case its own related objects, or those of the suite", async () => {
    const cases = [
      `{name: a, ${renewal}, ${ok}}`,
      `{name: b, ${renewal}, beside: [], ${ok}}`,
      `{name: c, ${renewal}, beside: [{file: lease.yaml}], ${ok}}`,
    ];
    const suite = await suiteOf(suiteText([now, old, "beside: [{file: candidate.yaml}]"], ...cases));
    if (!suite.ok) throw new Error(JSON.stringify(suite.error));
    const seen = suite.value.cases.map(({ submission: { context } }) =>
      context.view?.candidatesOf({ namespace: "team-a", name: "a" }).map(({ object }) => object.metadata.name),
    );
    expect(seen).toEqual([["a-1"], [], []]);
  });

  it("uses the default policy without a policy, and reads off in its own policy as a mode", async () => {
    const one = `{name: a, object: ${lease}, ${ok}}`;
    const none = await suiteOf(suiteText([now], one));
    expect(none).toMatchObject({ value: { policy: defaultPolicy } });
    const policy =
      "policy: {apiVersion: lease-guard.dev/v1alpha1, kind: Policy, rules: {lease/strategy-valid: {mode: off}}}";
    const own = await suiteOf(suiteText([now, policy], one));
    expect(own.ok && own.value.policy.rules.get("lease/strategy-valid")).toEqual({ mode: "off" });
  });
});
