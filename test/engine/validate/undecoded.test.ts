import { describe, expect, it } from "vitest";
import { formatPath } from "../../../src/core/field/path.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { defaultPolicy, type Policy, type Profile, type RuleSettings } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Change, RuleId, UserInfo } from "../../../src/rules/rule.ts";
import { byPod } from "../../harness/by-pod.ts";
import { rowOf, tweaked } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";

const lease = rowOf("v1", "Lease");
/** Two seconds after the last renewal, in the lease term. */
const now = new Date("2026-07-01T08:00:12Z");
const holder = "controller-1";
const stored = tweaked(lease, () => {});
const renewed = tweaked(lease, ({ spec }) => Object.assign(spec, { renewTime: "2026-07-01T08:00:12.000000Z" }));
const takenOver = tweaked(lease, ({ spec }) =>
  Object.assign(spec, {
    holderIdentity: "rival-0",
    renewTime: "2026-07-01T08:00:12.000000Z",
    acquireTime: "2026-07-01T08:00:12.000000Z",
  }),
);
const released = tweaked(lease, ({ spec }) =>
  Object.assign(spec, { holderIdentity: "", leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:12.000000Z" }),
);

/** For each field, a stored object in which only this field does not decode. */
const broken: Readonly<Record<string, object>> = {
  metadata: { ...stored, metadata: 7 },
  spec: { ...stored, spec: 7 },
  ...Object.fromEntries(
    (
      [
        ["creationTimestamp", "soon"],
        ["deletionTimestamp", "soon"],
        ["deletionGracePeriodSeconds", "0"],
        ["finalizers", [7]],
        ["generation", "1"],
        ["labels", { "app.kubernetes.io/name": "controller", other: 7 }],
        ["managedFields", [{ manager: "a", operation: "Update", time: "100-01-01T00:00:00Z" }]],
        ["ownerReferences", 7],
        ["resourceVersion", 7],
        ["uid", 7],
      ] as const
    ).map(([name, value]) => [
      `metadata.${name}`,
      tweaked(lease, ({ metadata }) => Object.assign(metadata, { [name]: value })),
    ]),
  ),
  ...Object.fromEntries(
    Object.keys((stored as { readonly spec: object }).spec).map((name) => [
      `spec.${name}`,
      tweaked(lease, ({ spec }) => Object.assign(spec, { [name]: [] })),
    ]),
  ),
};
const termFields = ["spec", "spec.holderIdentity", "spec.leaseDurationSeconds", "spec.renewTime"];
const withTerm = Object.keys(broken).filter((field) => !termFields.includes(field));
const administrator: UserInfo = { username: "jane", groups: ["system:masters", "system:authenticated"] };

interface Settings {
  readonly user?: UserInfo;
  readonly profile?: Profile;
  readonly settings?: Policy["rules"];
}

function validated(
  change: Change<unknown>,
  { user = byPod("rival-0"), profile = "strict", settings = new Map() }: Settings = {},
) {
  const policy = { ...defaultPolicy, profile, rules: settings };
  const verdict = createValidate(rules, policy)({ served: lease, change, context: { ...someContext, now, user } });
  expect(verdict.crashes).toEqual([]);
  return verdict;
}

/** Returns the findings, each as `MODE FIELD RULE`. */
function found(change: Change<unknown>, settings: Settings = {}): readonly string[] {
  return validated(change, settings).findings.map(
    ({ mode, field, origin }) => `${mode} ${formatPath(field)} ${origin}`,
  );
}

const denied = (change: Change<unknown>, settings: Settings = {}) =>
  found(change, settings).filter((text) => text.startsWith("deny "));
const theft = "spec.holderIdentity lease/holder-kept-until-expiry";
const release = "spec.holderIdentity lease/term-kept-while-undecoded";
const update = (object: object, oldObject: unknown): Change<unknown> => ({ operation: "UPDATE", object, oldObject });

describe.each(Object.entries(broken))("a stored lease in which %s does not decode", (field, oldObject) => {
  it("is named in the verdict, but not for a create or a new object", () => {
    expect(validated(update(renewed, oldObject)).undecoded).toEqual([field]);
    expect(validated({ operation: "DELETE", oldObject }).undecoded).toEqual([field]);
    expect(validated(update(renewed, stored)).undecoded).toBeUndefined();
    expect(validated({ operation: "CREATE", object: oldObject }).undecoded).toBeUndefined();
  });

  it("can be renewed by its holder", () => {
    for (const profile of ["default", "strict", "observe"] as const)
      expect(found(update(renewed, oldObject), { user: byPod(holder), profile })).toEqual([]);
  });

  it("can be released and deleted by its holder and by an administrator", () => {
    for (const user of [byPod(holder), administrator]) {
      expect(denied(update(released, oldObject), { user })).toEqual([]);
      expect(denied({ operation: "DELETE", oldObject }, { user })).toEqual([]);
    }
  });

  it("can be taken over after its lease term", () => {
    const expired = new Date("2026-07-01T08:01:00Z");
    const taken = tweaked(lease, ({ spec }) => {
      const leaseTransitions = Number(spec["leaseTransitions"] ?? 0) + 1;
      const [acquireTime, renewTime] = ["2026-07-01T08:01:00.000000Z", "2026-07-01T08:01:00.000000Z"];
      Object.assign(spec, { holderIdentity: "controller-3", acquireTime, renewTime, leaseTransitions });
    });
    const context = { ...someContext, now: expired, user: byPod("controller-3") };
    const { findings } = createValidate(rules, { ...defaultPolicy, profile: "strict" })({
      served: lease,
      change: update(taken, oldObject),
      context,
    });
    expect(findings).toEqual([]);
  });
});

describe.each(withTerm)("a held lease in which %s does not decode", (field) => {
  const oldObject = broken[field];

  it("cannot be taken over in strict", () => {
    expect(denied(update(takenOver, oldObject))).toEqual([`deny ${theft}`]);
    expect(found(update(takenOver, oldObject), { profile: "default" })).toContain(`warn ${theft}`);
    expect(found(update(takenOver, oldObject), { profile: "observe" })).toContain(`audit ${theft}`);
  });

  it("cannot be released by another client in strict", () => {
    expect(denied(update(released, oldObject))).toEqual([`deny ${release}`]);
    expect(found(update(released, oldObject), { profile: "default" })).toContain(`warn ${release}`);
    expect(found(update(released, oldObject), { profile: "observe" })).toContain(`audit ${release}`);
  });

  it("cannot be deleted by another client in strict", () => {
    expect(denied({ operation: "DELETE", oldObject })).toEqual(["deny  lease/term-kept-while-undecoded"]);
    expect(found({ operation: "DELETE", oldObject })).toContain(
      "warn spec.holderIdentity lease/live-lease-not-deleted",
    );
  });
});

describe("a policy still applies to a lease in which managedFields does not decode", () => {
  const oldObject = broken["metadata.managedFields"];
  const rule = (id: RuleId, settings: RuleSettings): Settings => ({
    settings: new Map([[id, settings]]),
    profile: "observe",
  });

  it("deleter-allowed", () => {
    const allowed = rule("metadata/deleter-allowed", { mode: "deny", parameters: { users: ["jane"] } });
    expect(denied({ operation: "DELETE", oldObject }, allowed)).toEqual(["deny  metadata/deleter-allowed"]);
    expect(denied({ operation: "DELETE", oldObject }, { ...allowed, user: administrator })).toEqual([]);
  });

  it("only the labels that decode select a scope", () => {
    const off = (labels: Readonly<Record<string, string>>) =>
      rule("lease/holder-kept-until-expiry", { mode: "deny", scopes: [{ match: { labels }, mode: "off" }] });
    const labelled = tweaked(lease, ({ metadata, spec }) => {
      Object.assign(metadata, { labels: { "app.kubernetes.io/name": "controller", other: "7" } });
      Object.assign(spec, { holderIdentity: "rival-0" });
    });
    const write = update(labelled, broken["metadata.labels"]);
    expect(denied(write, off({ "app.kubernetes.io/name": "controller" }))).toEqual([]);
    expect(denied(write, off({ other: "7" }))).toEqual([`deny ${theft}`]);
  });
});

describe("any stored value", () => {
  it.each([
    undefined,
    null,
    7,
    "",
    true,
    [],
    {},
    { metadata: { labels: 7 } },
    { apiVersion: 7, kind: null, spec: { renewTime: {} } },
  ])("%j does not prevent the repair", (oldObject) =>
    expect(
      denied(update(stored, oldObject), { user: administrator }).filter((text) => !text.includes(" metadata.")),
    ).toEqual([]),
  );
});
