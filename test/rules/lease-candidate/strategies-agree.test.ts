import { rule } from "../../../src/rules/lease-candidate/strategies-agree.ts";
import { candidate } from "../../harness/candidates.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const [oldest, x, y, z] = ["OldestEmulationVersion", "example.com/x", "example.com/y", "example.com/z"];

/** Rows of v1beta1 and v1alpha2, where a candidate has one strategy. */
const singular = { versions: ["v1beta1", "v1alpha2"] } as const;
const causes = [{ type: "FieldValueInvalid", field: "spec.strategy", other: "LeaseCandidate other" }];
const changed: Row = { ...singular, old: spec({ strategy: x }) };
const other = (fields: Readonly<Record<string, unknown>>): Row => ({
  ...changed,
  beside: (version) => [candidate(version, "other", fields)],
});
const besideX = other({ strategy: x });
const newerX = { strategy: x, binaryVersion: "1.36.1" };
const update = { operations: ["UPDATE"] } as const;
const expired = { renewTime: "2026-07-01T07:30:59.999000Z", pingTime: null };
const inTime = { renewTime: "2026-07-01T07:31:00.000000Z", pingTime: null };

/** Rows of v1alpha1, where a candidate has a list of strategies. */
const listed = { versions: ["v1alpha1"] } as const;
const listCause = { type: "FieldValueInvalid", field: "spec.preferredStrategies" };
const listCauses = [{ ...listCause, other: "LeaseCandidate other-0" }];
const many = Array.from({ length: 250 }, (_, index) => `example.com/${index}`);
const thirdCauses = [{ type: "FieldValueInvalid", field: "spec.strategy", other: "LeaseCandidate third" }];
const lists = (own: readonly unknown[] | null, ...others: readonly (readonly unknown[] | null)[]): Row => ({
  ...listed,
  old: spec({ preferredStrategies: ["example.com/old"] }),
  tweak: spec({ preferredStrategies: own }),
  beside: () =>
    others.map((preferredStrategies, index) => candidate("v1alpha1", `other-${index}`, { preferredStrategies })),
});

testRule(rule, {
  silent: {
    "strategy: no other candidate": { ...changed },
    "strategy: the same": other({}),
    "strategy: empty, next to candidates with a strategy, for another rule to report": {
      ...other({}),
      tweak: spec({ strategy: "" }),
    },
    "strategy: absent in the other candidate": other({ strategy: null }),
    "strategy: empty in the other candidate, which has a higher binaryVersion": other({
      strategy: "",
      binaryVersion: "1.37.0",
    }),
    "strategy: another, with a lower binaryVersion, next to an empty list of v1alpha1": {
      ...changed,
      beside: (version) => [
        candidate(version, "other", { strategy: x, binaryVersion: "1.35.9" }),
        candidate("v1alpha1", "third", { preferredStrategies: [] }),
      ],
    },
    "strategy: the same, with another binaryVersion": other({ binaryVersion: "1.30.0" }),
    "strategy: another, with a lower binaryVersion": other({ strategy: x, binaryVersion: "1.35.9" }),
    "strategy: another, with a higher binaryVersion": other(newerX),
    "strategy: another, with a pre-release of the binaryVersion": other({ strategy: x, binaryVersion: "1.36.0-rc.1" }),
    "strategy: another, with an invalid binaryVersion": other({ strategy: x, binaryVersion: "1.36" }),
    "strategy: two others disagree, with a lower binaryVersion": {
      ...changed,
      beside: (version) => [
        candidate(version, "other", { strategy: x, binaryVersion: "1.35.0" }),
        candidate(version, "third", { strategy: y, binaryVersion: "1.35.0" }),
      ],
    },
    "strategy: two others disagree, with a higher binaryVersion": {
      ...changed,
      beside: (version) => [
        candidate(version, "other", newerX),
        candidate(version, "third", { ...newerX, strategy: y }),
      ],
    },
    "strategy: as it was": { ...besideX, ...update, old: () => {} },
    "strategy: as it was, and the versions gain build metadata": {
      ...besideX,
      ...update,
      old: () => {},
      tweak: spec({ binaryVersion: "1.36.0+build.1" }),
    },
    "strategy: as it was, and a renewal 30 minutes later": { ...besideX, ...update, old: spec(inTime) },
    "strategy: as it was, and another emulationVersion": {
      ...besideX,
      ...update,
      old: spec({ emulationVersion: "1.34.0" }),
    },
    "renewTime: expired": { ...besideX, tweak: spec(expired) },
    "renewTime: absent": { ...besideX, tweak: spec({ renewTime: null, pingTime: null }) },
    "renewTime: of the other candidate, expired": other({ strategy: x, ...expired }),
    "renewTime: of the other candidate, absent": other({ strategy: x, renewTime: null, pingTime: null }),
    "leaseName: another": other({ strategy: x, leaseName: "other" }),
    "namespace: another": {
      ...changed,
      beside: (version) => [
        { ...candidate(version, "other", { strategy: x }), metadata: { name: "other", namespace: "team-b" } },
      ],
    },
    "candidates: one is known twice": {
      ...changed,
      beside: (version) => [1, 2].map(() => candidate(version, "other", { strategy: x })),
      abstains: true,
    },
    "preferredStrategies: the same": lists([oldest], [oldest]),
    "preferredStrategies: [x] next to [y, x]": lists([x], [y, x]),
    "preferredStrategies: [y, x] next to [x]": lists([y, x], [x]),
    "preferredStrategies: [x, z] next to [x, y]": lists([x, z], [x, y]),
    "preferredStrategies: [x] next to [y] and [x, y]": lists([x], [y], [x, y]),
    "preferredStrategies: [x, y] next to [y, z]": lists([x, y], [y, z]),
    "preferredStrategies: a list that repeats a strategy, alone": lists([x, x]),
    "preferredStrategies: empty, for another rule to report": lists([], [x], [y]),
    "preferredStrategies: null, for another rule to report": lists(null, [], [x]),
    "preferredStrategies: [x] next to an empty list": lists([x], []),
    "preferredStrategies: [x] next to an empty strategy": lists([x], [""]),
    "preferredStrategies: [x, x] next to the same list": lists([x, x], [x, x]),
    "preferredStrategies: [x] next to [x, y, z] and [x, z, y]": lists([x], [x, y, z], [x, z, y]),
    "preferredStrategies: as it was": {
      ...lists([y, x], [x, y]),
      ...update,
      old: spec({ preferredStrategies: [y, x] }),
    },
    "preferredStrategies: as it was, with another binaryVersion": {
      ...lists([y, x], [x, y]),
      ...update,
      old: spec({ preferredStrategies: [y, x], binaryVersion: "1.35.0" }),
    },
  },
  reports: {
    "strategy: another, with the same binaryVersion": { ...besideX, causes },
    "strategy: another, with the same binaryVersion and build metadata": {
      ...other({ strategy: x, binaryVersion: "1.36.0+build.1" }),
      causes,
    },
    "strategy: another, with the same pre-release": {
      ...other({ strategy: x, binaryVersion: "1.36.0-rc.1" }),
      tweak: spec({ binaryVersion: "1.36.0-rc.1" }),
      causes,
    },
    "strategy: in another letter case": { ...other({ strategy: "oldestEmulationVersion" }), causes },
    "strategy: another, when both binaryVersions are invalid": {
      ...other({ strategy: x, binaryVersion: "1.36" }),
      tweak: spec({ binaryVersion: "v1" }),
      causes,
    },
    "strategy: one of two others disagrees": {
      ...changed,
      beside: (version) => [candidate(version, "other"), candidate(version, "third", { strategy: x })],
      causes: thirdCauses,
    },
    "binaryVersion: now that of a candidate with another strategy": {
      ...besideX,
      ...update,
      old: spec({ binaryVersion: "1.35.0" }),
      causes,
    },
    "renewTime: 30 minutes ago": { ...besideX, tweak: spec(inTime), causes },
    "renewTime: renewed after the candidate expired": { ...besideX, ...update, old: spec(expired), causes },
    "renewTime: in the future": { ...besideX, tweak: spec({ renewTime: "2026-07-01T09:00:00.000000Z" }), causes },
    "renewTime: of the other candidate, 30 minutes ago": { ...other({ strategy: x, ...inTime }), causes },
    "renewTime: of the other candidate, in the future": {
      ...other({ strategy: x, renewTime: "2026-07-01T09:00:00.000000Z" }),
      causes,
    },
    "preferredStrategies: [x, y] next to [y, x]": { ...lists([x, y], [y, x]), causes: listCauses },
    "preferredStrategies: [x] next to [y]": { ...lists([x], [y]), causes: listCauses },
    "preferredStrategies: [x, y] next to [z, y]": { ...lists([x, y], [z, y]), causes: listCauses },
    "preferredStrategies: [x, y] next to [y, z] and [z, x]": { ...lists([x, y], [y, z], [z, x]), causes: listCauses },
    "preferredStrategies: [x, y] next to [x, y], [y, z], and [z, x]": {
      ...lists([x, y], [x, y], [y, z], [z, x]),
      causes: [{ ...listCause, other: "LeaseCandidate other-1" }],
    },
    "preferredStrategies: [x] next to 250 others": { ...lists([x], many), causes: listCauses },
    "preferredStrategies: 250 others next to [x]": { ...lists(many, [x]), causes: listCauses },
    "strategy: next to a list with another": {
      ...changed,
      beside: () => [candidate("v1alpha1", "other", { preferredStrategies: [x] })],
      causes,
    },
    "preferredStrategies: [x, y] next to [y, x], with a lower binaryVersion": {
      ...lists([x, y]),
      beside: () => [candidate("v1alpha1", "other", { preferredStrategies: [y, x], binaryVersion: "1.30.0" })],
      causes: [{ ...listCause, other: "LeaseCandidate other" }],
    },
    "preferredStrategies: in another order": {
      ...lists([x, y], [y, x]),
      ...update,
      old: spec({ preferredStrategies: [y, x] }),
      causes: listCauses,
    },
  },
});
