import { describe, expect, it } from "vitest";
import type { HubByKind } from "../../../src/core/api/coordination.ts";
import { viewOf } from "../../../src/engine/validate/view.ts";
import type { RelationContext } from "../../../src/rules/rule.ts";
import { electionFor, mustBeLive } from "../../../src/rules/shared/known-election.ts";
import { candidate } from "../../harness/candidates.ts";
import { type Draft, validObject } from "../../harness/objects.ts";
import { rowOf } from "../../harness/reviews.ts";
import { requireServedVersion } from "../../harness/served-version.ts";
import { someContext } from "../../harness/some-context.ts";

const key = { namespace: "team-a", name: "controller" };
const live = (name: string, spec = {}): Draft => candidate("v1beta1", name, spec);

function contextOf(objects: readonly Draft[]): RelationContext {
  const view = viewOf(
    objects.map((object) => ({ served: requireServedVersion(object), object })),
    someContext.now,
  );
  return {
    ...someContext,
    kind: "Lease",
    clockSkewMs: 5_000,
    administrators: { users: [], groups: [] },
    parameters: undefined,
    view,
  };
}

describe("mustBeLive", () => {
  const lease = requireServedVersion(validObject(rowOf("v1", "Lease"))).toHub(
    validObject(rowOf("v1", "Lease")),
  ) as HubByKind["Lease"];
  const error = (field: "holderIdentity" | "preferredHolder", ...objects: readonly Draft[]) => {
    const context = contextOf(objects);
    const election = electionFor(key, context);
    return election && mustBeLive(field, lease, election, context);
  };
  const detail = (...objects: readonly Draft[]) => error("preferredHolder", ...objects)?.detail;
  const expired = { renewTime: null };

  it("names at most three candidates, without the holder", () => {
    expect(detail(live("a"), live("controller-1"), live("b"), live("c"), live("d"))).toMatch(
      /, such as "a", "b", "c"$/,
    );
  });

  it("does not name candidates without a strategy", () => {
    expect(detail(live("a", { strategy: null }), live("b"))).toMatch(/, such as "b"$/);
  });

  it("advises to remove preferredHolder if only the holder is live", () => {
    expect(detail(live("controller-1"))).toMatch(/in the last 30 minutes: remove the field$/);
    expect(error("holderIdentity", live("a", expired))?.detail).toMatch(/in the last 30 minutes$/);
  });

  it("refers to the expired candidate of this name", () => {
    const other = { kind: "LeaseCandidate", namespace: "team-a", name: "controller-2" };
    expect(error("preferredHolder", live("a"), live("controller-2", expired))?.other).toEqual(other);
    expect(error("preferredHolder", live("a"), live("controller-3", expired))?.other).toBeUndefined();
  });

  it("shortens long names", () => expect(detail(live("a".repeat(2_000)))?.length).toBeLessThan(1_500));
});
