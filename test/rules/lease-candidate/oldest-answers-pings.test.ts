import { rule } from "../../../src/rules/lease-candidate/oldest-answers-pings.ts";
import { candidate } from "../../harness/candidates.ts";
import { validObject } from "../../harness/objects.ts";
import { rowOf } from "../../harness/reviews.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueInvalid", field: "spec.renewTime" }];
const listed = { versions: ["v1alpha1"] } as const;
const singular = { versions: ["v1beta1", "v1alpha2"] } as const;

const unanswered = { pingTime: "2026-07-01T08:00:00.000000Z", renewTime: "2026-07-01T07:59:59.999999Z" };
/** A candidate that has not responded to a ping for a minute. */
const silent: Row = { tweak: spec(unanswered) };
const besides = (fields: Readonly<Record<string, unknown>>): Row => ({
  ...silent,
  beside: (version) => [candidate(version, "other", fields)],
});

testRule(rule, {
  silent: {
    "pingTime: answered at the same time": { tweak: spec({ ...unanswered, renewTime: "2026-07-01T08:00:00.000000Z" }) },
    "pingTime: answered later": { tweak: spec({ ...unanswered, renewTime: "2026-07-01T08:00:00.000001Z" }) },
    "pingTime: less than a minute ago": { tweak: spec({ ...unanswered, pingTime: "2026-07-01T08:00:00.001000Z" }) },
    "pingTime: in the future": { tweak: spec({ ...unanswered, pingTime: "2026-07-01T09:00:00.000000Z" }) },
    "pingTime: absent": { tweak: spec({ ...unanswered, pingTime: null }) },
    "renewTime: absent": { tweak: spec({ ...unanswered, renewTime: null }) },
    "renewTime: expired by a millisecond": {
      tweak: spec({ pingTime: "2026-07-01T07:50:00.000000Z", renewTime: "2026-07-01T07:30:59.999000Z" }),
    },
    "versions: another candidate has a lower emulationVersion": besides({ emulationVersion: "1.34.0" }),
    "versions: another candidate has a lower binaryVersion": besides({ binaryVersion: "1.35.9" }),
    "versions: another candidate is as old": besides({}),
    "versions: another candidate has the same versions with build metadata": besides({
      emulationVersion: "1.35.0+b",
      binaryVersion: "1.36.0+b",
    }),
    "versions: another candidate has a pre-release": besides({ emulationVersion: "1.35.0-rc.1" }),
    "versions: invalid": { tweak: spec({ ...unanswered, emulationVersion: "1.35" }) },
    "strategy: another": { ...singular, tweak: spec({ ...unanswered, strategy: "example.com/newest" }) },
    "strategy: another candidate has another": {
      ...besides({ emulationVersion: "1.36.0", strategy: "example.com/newest" }),
      ...singular,
    },
    "strategy: another candidate with a higher binaryVersion has another": {
      ...besides({ emulationVersion: "1.36.0", binaryVersion: "1.37.0", strategy: "example.com/newest" }),
      ...singular,
    },
    "preferredStrategies: another first": {
      ...listed,
      tweak: spec({ ...unanswered, preferredStrategies: ["example.com/newest"] }),
    },
    "candidates: one of them is known twice": {
      ...silent,
      beside: (version) => [candidate(version, "other"), candidate(version, "other")],
      abstains: true,
    },
  },
  reports: {
    "pingTime: a minute ago, no other candidate": { ...silent, causes },
    "pingTime: two minutes ago, and renewed 30 minutes ago": {
      tweak: spec({ pingTime: "2026-07-01T07:59:00.000000Z", renewTime: "2026-07-01T07:31:00.000000Z" }),
      causes,
    },
    "versions: another candidate has a higher emulationVersion": { ...besides({ emulationVersion: "1.36.0" }), causes },
    "versions: another candidate has a higher binaryVersion": { ...besides({ binaryVersion: "1.36.1" }), causes },
    "versions: another candidate is younger": {
      ...silent,
      beside: (version) => {
        const other = candidate(version, "other");
        return [{ ...other, metadata: { ...other.metadata, creationTimestamp: "2026-07-01T08:00:01Z" } }];
      },
      causes,
    },
    "versions: another candidate with a lower one has expired": {
      ...besides({ emulationVersion: "1.34.0", renewTime: "2026-07-01T07:30:59.999000Z", pingTime: null }),
      causes,
    },
    "versions: another candidate with a lower one is of another Lease": {
      ...besides({ emulationVersion: "1.34.0", leaseName: "x" }),
      causes,
    },
    "versions: another candidate with a lower one has no strategy": {
      ...besides({ emulationVersion: "1.34.0", strategy: null }),
      ...singular,
      causes,
    },
    "leaseName: a Lease that is known": {
      ...silent,
      beside: () => [validObject(rowOf("v1", "Lease"))],
      causes: causes.map((cause) => ({ ...cause, other: "Lease controller" })),
    },
    "preferredStrategies: this one first": {
      ...listed,
      tweak: spec({ ...unanswered, preferredStrategies: ["OldestEmulationVersion", "example.com/newest"] }),
      causes,
    },
  },
});
