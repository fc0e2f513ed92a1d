import { rule } from "../../../src/rules/metadata/labels-required.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const app = "app.kubernetes.io/name";
const labels = (values: unknown): Row => ({ tweak: metadata({ labels: values }) });
const missing = (key: string) => ({ type: "FieldValueRequired", field: `metadata.labels[${key}]` });
const invalid = (key: string) => ({ type: "FieldValueInvalid", field: `metadata.labels[${key}]` });
const update = { operations: ["UPDATE"] } as const;
const create = { operations: ["CREATE"] } as const;

testRule(rule, {
  parameters: { labels: { [app]: "controller*" } },
  silent: {
    "labels: as the pattern": labels({ [app]: "controller" }),
    "labels: as the pattern, and others": labels({ [app]: "controller-2", team: "a" }),
    "labels: none before, none now": { ...update, ...labels({}), old: metadata({ labels: null }) },
    "labels: null, absent before": { ...update, ...labels(null), old: without("metadata", "labels") },
    "labels: wrong before too": {
      ...update,
      ...labels({ [app]: "x", team: "a" }),
      old: metadata({ labels: { [app]: "x" } }),
    },
    "labels: set, none before": { ...update, old: metadata({ labels: {} }) },
    "labels: fixed": { ...update, old: metadata({ labels: { [app]: "x" } }) },
    "labels: another removed": { ...update, old: metadata({ labels: { [app]: "controller", team: "a" } }) },
    "labels: empty, as anything may be": { ...labels({ [app]: "" }), parameters: { labels: { [app]: "*" } } },
    "labels: null for empty, before and now": {
      ...update,
      ...labels({ [app]: null }),
      old: metadata({ labels: { [app]: "" } }),
    },
  },
  reports: {
    "labels: not as the pattern": { ...labels({ [app]: "a-controller" }), causes: [invalid(app)] },
    "labels: another key alone": { ...labels({ name: "controller" }), causes: [missing(app)] },
    "labels: empty": { ...labels({}), causes: [missing(app)] },
    "labels: null": { ...labels(null), causes: [missing(app)] },
    "labels: absent": { tweak: without("metadata", "labels"), causes: [missing(app)] },
    "labels: an empty value": { ...labels({ [app]: "" }), causes: [invalid(app)] },
    "labels: a value that is null": { ...labels({ [app]: null }), causes: [invalid(app)] },
    "labels: two missing": {
      ...create,
      ...labels({}),
      parameters: { labels: { team: "*", [app]: "*" } },
      causes: [missing("team"), missing(app)],
    },
    "labels: one of two removed": {
      ...update,
      ...labels({ [app]: "controller" }),
      old: metadata({ labels: { [app]: "controller", team: "a" } }),
      parameters: { labels: { team: "*", [app]: "*" } },
      causes: [missing("team")],
    },
    "labels: wrong before, removed now": {
      ...update,
      ...labels({}),
      old: metadata({ labels: { [app]: "x" } }),
      causes: [missing(app)],
    },
    "bypass: an empty value after none": {
      ...update,
      ...labels({ [app]: "" }),
      old: metadata({ labels: {} }),
      causes: [invalid(app)],
    },
    "bypass: the key in upper case": { ...labels({ "app.kubernetes.io/Name": "controller" }), causes: [missing(app)] },
    "bypass: the value in upper case": { ...labels({ [app]: "Controller" }), causes: [invalid(app)] },
    "bypass: an annotation of that name": {
      tweak: metadata({ labels: {}, annotations: { [app]: "controller" } }),
      causes: [missing(app)],
    },
    "bypass: a key that every object of JavaScript has": {
      ...create,
      parameters: { labels: { constructor: "*" } },
      causes: [missing("constructor")],
    },
    "bypass: the label removed with all else changed": {
      tweak: metadata({ labels: { team: "a" }, annotations: null, ownerReferences: null, finalizers: null }),
      causes: [missing(app)],
    },
  },
});
