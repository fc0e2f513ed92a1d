import { rule } from "../../../src/rules/lease/holder-identity-for-candidates.ts";
import { candidate } from "../../harness/candidates.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueRequired", field: "spec.holderIdentity", other: "LeaseCandidate other" }];
const live = (name: string, fields = {}) => candidate("v1beta1", name, fields);
const unanswered = { pingTime: "2026-07-01T08:00:01.000001Z" };

/** A write after which the Lease has no holder and no strategy. */
const removed: Row = {
  tweak: spec({ holderIdentity: null, strategy: null, preferredHolder: null }),
  beside: () => [live("other")],
};

testRule(rule, {
  silent: {
    "holderIdentity: empty, as after a release": {
      ...removed,
      tweak: spec({ holderIdentity: "", strategy: null, preferredHolder: null }),
    },
    "holderIdentity: set": { ...removed, old: without("spec", "holderIdentity"), tweak: spec({ strategy: null }) },
    "holderIdentity: absent before and after": {
      ...removed,
      operations: ["UPDATE"],
      old: without("spec", "holderIdentity"),
    },
    "holderIdentity: null before": { ...removed, operations: ["UPDATE"], old: spec({ holderIdentity: null }) },
    "strategy: OldestEmulationVersion, for another rule to report": {
      ...removed,
      tweak: without("spec", "holderIdentity"),
    },
    "candidates: with another strategy, as kube-apiserver creates the Lease": {
      ...removed,
      tweak: spec({ holderIdentity: null, strategy: "example.com/newest", preferredHolder: null }),
      beside: () => [live("other", { strategy: "example.com/newest" })],
    },
    "candidates: the one with the highest binaryVersion has another strategy": {
      ...removed,
      beside: () => [live("other"), live("newest", { strategy: "example.com/newest", binaryVersion: "1.36.1" })],
    },
    "candidates: only the one with the highest binaryVersion does not answer, and has this strategy": {
      ...removed,
      beside: () => [
        live("ended", { ...unanswered, binaryVersion: "1.36.1" }),
        live("other", { strategy: "example.com/newest" }),
      ],
    },
    "candidates: disagree": {
      ...removed,
      beside: () => [live("other"), live("third", { strategy: "example.com/newest" })],
    },
    "candidates: none that answers pings": { ...removed, beside: () => [live("ended", unanswered)] },
    "candidates: expired a millisecond ago": {
      ...removed,
      beside: () => [live("ended", { renewTime: "2026-07-01T07:30:59.999000Z", pingTime: null })],
    },
    "candidates: of v1alpha1, with another strategy first": {
      ...removed,
      beside: () => [
        candidate("v1alpha1", "other", { preferredStrategies: ["example.com/newest", "OldestEmulationVersion"] }),
      ],
    },
    "candidates: none known": { ...removed, beside: () => [], abstains: true },
    "candidates: only of another Lease": {
      ...removed,
      beside: () => [live("other", { leaseName: "other" })],
      abstains: true,
    },
  },
  reports: {
    "holderIdentity: null": { ...removed, causes },
    "holderIdentity: absent": { ...removed, tweak: (object) => Reflect.deleteProperty(object, "spec"), causes },
    "holderIdentity: removed when it was empty": {
      ...removed,
      operations: ["UPDATE"],
      old: spec({ holderIdentity: "" }),
      causes,
    },
    "strategy: another than that of the candidates": {
      ...removed,
      tweak: spec({ holderIdentity: null, strategy: "example.com/newest", preferredHolder: null }),
      causes,
    },
    "candidates: renewed 30 minutes ago": {
      ...removed,
      beside: () => [live("other", { renewTime: "2026-07-01T07:31:00.000000Z", pingTime: null })],
      causes,
    },
    "candidates: the one with another strategy has a lower binaryVersion": {
      ...removed,
      beside: () => [live("other"), live("oldest", { strategy: "example.com/newest", binaryVersion: "1.35.0" })],
      causes,
    },
    "candidates: the one with another strategy does not respond to pings": {
      ...removed,
      beside: () => [
        live("other"),
        live("ended", { ...unanswered, strategy: "example.com/newest", binaryVersion: "1.36.1" }),
      ],
      causes,
    },
    "candidates: of v1alpha1, with this strategy first": {
      ...removed,
      beside: () => [
        candidate("v1alpha1", "other"),
        candidate("v1alpha1", "third", { preferredStrategies: ["OldestEmulationVersion", "example.com/newest"] }),
      ],
      causes,
    },
  },
});
