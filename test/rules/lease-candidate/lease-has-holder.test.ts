import { rule } from "../../../src/rules/lease-candidate/lease-has-holder.ts";
import { candidate } from "../../harness/candidates.ts";
import { type Draft, validObject } from "../../harness/objects.ts";
import { rowOf } from "../../harness/reviews.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.leaseName", other: "Lease controller" }];
const lease = (fields: Readonly<Record<string, unknown>>, metadata = {}): Draft => {
  const object = validObject(rowOf("v1", "Lease"));
  return { ...object, metadata: { ...object.metadata, ...metadata }, spec: { ...object.spec, ...fields } };
};
const headless = lease({ holderIdentity: null, preferredHolder: null });
const unanswered = { pingTime: "2026-07-01T08:00:01.000001Z" };
const singular = { versions: ["v1beta1", "v1alpha2"] } as const;
const listed = { versions: ["v1alpha1"] } as const;

const expired = spec({ renewTime: "2026-07-01T07:30:59.999000Z", pingTime: null });
/** A renewal of a candidate that did not count, because its renewTime was too old. */
const joins: Row = { old: expired, beside: () => [headless] };

testRule(rule, {
  silent: {
    "leaseName: a Lease with a holder": { ...joins, beside: () => [lease({})] },
    "leaseName: a released Lease": { ...joins, beside: () => [lease({ holderIdentity: "" })] },
    "leaseName: a Lease that is not known": { ...joins, beside: () => [], abstains: true },
    "leaseName: a Lease of this name in another namespace": {
      ...joins,
      beside: () => [lease({ holderIdentity: null }, { namespace: "team-b" })],
      abstains: true,
    },
    "leaseName: a Lease that is known twice": { ...joins, beside: () => [headless, headless], abstains: true },
    "leaseName: a Lease that does not decode": {
      ...joins,
      beside: () => [lease({ renewTime: "now" })],
      abstains: true,
    },
    "renewTime: expired": { ...joins, tweak: expired },
    "renewTime: absent": { ...joins, tweak: spec({ renewTime: null, pingTime: null }) },
    "renewTime: renewed, by a candidate that counted before": {
      ...joins,
      operations: ["UPDATE"],
      old: spec({ renewTime: "2026-07-01T07:31:00.000000Z" }),
    },
    "binaryVersion: another, in v1alpha1": {
      ...joins,
      ...listed,
      operations: ["UPDATE"],
      old: spec({ binaryVersion: "1.35.0" }),
    },
    "binaryVersion: another build": {
      ...joins,
      operations: ["UPDATE"],
      old: spec({ binaryVersion: "1.36.0+build.1" }),
    },
    "binaryVersion: raised, but still lower than that of a candidate with this strategy": {
      ...joins,
      ...singular,
      operations: ["UPDATE"],
      old: spec({ binaryVersion: "1.35.0" }),
      beside: (version) => [headless, candidate(version, "other", { binaryVersion: "1.36.1" })],
    },
    "strategy: another": { ...joins, ...singular, tweak: spec({ strategy: "example.com/newest" }) },
    "strategy: another, next to a candidate with this strategy and a higher binaryVersion": {
      ...joins,
      ...singular,
      tweak: spec({ strategy: "example.com/newest", binaryVersion: "1.35.0" }),
      beside: (version) => [headless, candidate(version, "other")],
    },
    "strategy: outvoted by a candidate with the same strategy and a higher binaryVersion": {
      ...joins,
      ...singular,
      beside: (version) => [headless, candidate(version, "other", { binaryVersion: "1.36.1" })],
    },
    "strategy: outvoted by a candidate with a higher binaryVersion": {
      ...joins,
      ...singular,
      beside: (version) => [
        headless,
        candidate(version, "other", { strategy: "example.com/newest", binaryVersion: "1.36.1" }),
      ],
    },
    "strategy: not that of another candidate": {
      ...joins,
      ...singular,
      beside: (version) => [headless, candidate(version, "other", { strategy: "example.com/newest" })],
    },
    "preferredStrategies: without it, next to a list that contains it": {
      ...joins,
      ...listed,
      tweak: spec({ preferredStrategies: ["example.com/newest"] }),
      beside: () => [
        headless,
        candidate("v1alpha1", "other", { preferredStrategies: ["OldestEmulationVersion", "example.com/newest"] }),
      ],
    },
    "preferredStrategies: another before it": {
      ...joins,
      ...listed,
      tweak: spec({ preferredStrategies: ["example.com/newest", "OldestEmulationVersion"] }),
    },
    "preferredStrategies: another before it, for another candidate": {
      ...joins,
      ...listed,
      beside: () => [
        headless,
        candidate("v1alpha1", "other", { preferredStrategies: ["example.com/newest", "OldestEmulationVersion"] }),
      ],
    },
    "preferredStrategies: empty, for another rule to report": {
      ...joins,
      ...listed,
      tweak: spec({ preferredStrategies: [] }),
    },
    "pingTime: unanswered": { ...joins, tweak: spec(unanswered) },
  },
  reports: {
    "leaseName: a Lease without a holder": { ...joins, causes },
    "leaseName: a Lease without a spec": { ...joins, beside: () => [{ ...headless, spec: {} }], causes },
    "leaseName: a Lease with another strategy and without a holder": {
      ...joins,
      beside: () => [lease({ holderIdentity: null, preferredHolder: null, strategy: "example.com/newest" })],
      causes,
    },
    "renewTime: 30 minutes ago": {
      ...joins,
      tweak: spec({ renewTime: "2026-07-01T07:31:00.000000Z", pingTime: null }),
      causes,
    },
    "renewTime: absent before": { ...joins, old: spec({ renewTime: null, pingTime: null }), causes },
    "binaryVersion: raised above that of a candidate with another strategy": {
      ...joins,
      ...singular,
      operations: ["UPDATE"],
      old: spec({ binaryVersion: "1.35.0" }),
      beside: (version) => [
        headless,
        candidate(version, "other", { strategy: "example.com/newest", binaryVersion: "1.35.9" }),
      ],
      causes,
    },
    "strategy: next to a candidate without a strategy": {
      ...joins,
      ...singular,
      beside: (version) => [headless, candidate(version, "other", { strategy: null })],
      causes,
    },
    "strategy: another before": { ...joins, ...singular, old: spec({ strategy: "example.com/newest" }), causes },
    "strategy: outvotes a candidate with a lower binaryVersion": {
      ...joins,
      ...singular,
      beside: (version) => [
        headless,
        candidate(version, "other", { strategy: "example.com/newest", binaryVersion: "1.35.9" }),
      ],
      causes,
    },
    "strategy: not that of a candidate that does not respond to pings": {
      ...joins,
      ...singular,
      beside: (version) => [
        headless,
        candidate(version, "ended", { ...unanswered, strategy: "example.com/newest", binaryVersion: "1.37.0" }),
      ],
      causes,
    },
    "preferredStrategies: first": {
      ...joins,
      ...listed,
      tweak: spec({ preferredStrategies: ["OldestEmulationVersion", "example.com/newest"] }),
      causes,
    },
    "preferredStrategies: in another order before": {
      ...joins,
      ...listed,
      old: spec({ preferredStrategies: ["example.com/newest", "OldestEmulationVersion"] }),
      causes,
    },
  },
});
