import { describe, expect, it } from "vitest";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { defaultPolicy } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import type { UserInfo } from "../../../src/rules/rule.ts";
import { at, findingsOf, term } from "../../election/history.ts";
import { byPod } from "../../harness/by-pod.ts";

const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });
const withoutPod: UserInfo = { username: "system:serviceaccount:team-a:controller", groups: [] };

/**
 * Returns the findings in the profile `strict` for a user who sets a duration of one hour. The
 * holder of the Lease is controller-1, which renewed the Lease 80 s before.
 */
function lengthened(by: UserInfo, renewTime = at(0)): readonly string[] {
  const [, found = []] = findingsOf(strict, {
    acts: [
      { at: 0, spec: term("controller-1", 0), by: byPod("controller-1") },
      { at: 80, spec: { ...term("controller-1", 0), leaseDurationSeconds: 3_600, renewTime }, by },
    ],
  });
  return found.map(({ origin, mode }) => `${mode} ${origin}`);
}

describe("a longer duration of an expired lease is reported once", () => {
  it.each<readonly [string, UserInfo, readonly string[]]>([
    ["by a pod with another name", byPod("cleaner"), ["deny lease/term-started-by-renewal"]],
    ["by another pod of the StatefulSet", byPod("controller-0"), ["deny lease/written-by-its-holder"]],
    ["by the pod of the holder", byPod("controller-1"), []],
    ["by a token without a pod", withoutPod, ["warn lease/duration-lengthened-by-renewal"]],
    ["by a person", { username: "jane", groups: [] }, ["warn lease/duration-lengthened-by-renewal"]],
  ])("%s", (_, by, expected) => expect(lengthened(by)).toEqual(expected));

  it("only warns about a pod whose clock can be far behind", () => {
    expect(lengthened(byPod("cleaner"), at(-1))).toEqual([
      "warn lease/duration-lengthened-by-renewal",
      "warn lease/renew-time-near-now",
    ]);
  });
});
