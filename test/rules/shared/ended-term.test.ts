import { describe, expect, it } from "vitest";
import { toWarnings } from "../../../src/engine/review/respond.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Spec } from "../../election/api-object.ts";
import { at, findingsOf, term } from "../../election/history.ts";
import { byPod } from "../../harness/by-pod.ts";

const validate = createValidate(rules);

/** Returns the warnings for a person who makes this change to a held Lease. */
function warned(change: Spec): readonly string[] {
  const [, findings = []] = findingsOf(validate, {
    acts: [
      { at: 0, spec: term("controller-1", 0), by: byPod("controller-1") },
      { at: 4, spec: { ...term("controller-1", 0), ...change }, by: { username: "jane", groups: [] } },
    ],
  });
  return toWarnings({ findings, crashes: [], abstained: [] });
}

describe("a person who ends a lease term gets one warning with complete advice", () => {
  it.each<readonly [string, Spec, string]>([
    [
      "holder emptied",
      { holderIdentity: "" },
      "set leaseDurationSeconds 1 and both times to now (lease/term-kept-by-persons)",
    ],
    [
      "duration shortened",
      { leaseDurationSeconds: 1 },
      "in the configuration of the holder (lease/term-kept-by-persons)",
    ],
    [
      "duration removed",
      { leaseDurationSeconds: null },
      "in the configuration of the holder (lease/term-kept-by-persons)",
    ],
  ])("%s", (_, change, ending) => {
    expect(warned(change)).toEqual([expect.stringMatching(/^spec\./)]);
    expect(warned(change)[0]?.endsWith(ending)).toBe(true);
  });

  it("gets no warning about a complete release", () => {
    expect(warned({ holderIdentity: "", leaseDurationSeconds: 1, acquireTime: at(4), renewTime: at(4) })).toEqual([]);
  });
});
