import { rule } from "../../../src/rules/metadata/system-fields-immutable.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const changed = (field: string, value: unknown, old: unknown): Row => ({
  tweak: metadata({ [field]: value }),
  old: metadata({ [field]: old }),
});
const causes = (...fields: readonly string[]) =>
  fields.map((field) => ({ type: "FieldValueInvalid", field: `metadata.${field}` }));
const reports = (field: string, value: unknown, old: unknown) => ({
  ...changed(field, value, old),
  causes: causes(field),
});
const created = (value: unknown, old: unknown = "2026-07-01T08:00:00Z") => changed("creationTimestamp", value, old);
const deleted = (value: unknown, old: unknown = "2026-07-01T08:00:00Z") => changed("deletionTimestamp", value, old);
const graced = (value: unknown, old: unknown) => changed("deletionGracePeriodSeconds", value, old);

const become = (value: object | null) => (object: object) => Object.assign(object, { metadata: value });

const everyField = ["name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"];
const others = {
  generateName: "b",
  resourceVersion: "6",
  generation: 2,
  labels: {},
  annotations: null,
  ownerReferences: [],
  finalizers: [],
};

testRule(rule, {
  silent: {
    "name: empty after null": changed("name", "", null),
    "namespace: null after empty": changed("namespace", null, ""),
    "uid: absent after empty": { tweak: without("metadata", "uid"), old: metadata({ uid: "" }) },
    "name: a lone surrogate after another, to Go one character": changed("name", "\ud800", "\udc00"),
    "uid: U+FFFD after a lone surrogate": changed("uid", "\ufffd", "\ud800"),
    "creationTimestamp: in another offset": created("2026-07-01T10:30:00+02:30"),
    "creationTimestamp: in an offset of 24:60": created("2026-07-02T09:00:00+24:60"),
    "creationTimestamp: with a fraction of 0": created("2026-07-01T08:00:00.000Z"),
    "creationTimestamp: with a one-digit hour": created("2026-07-01T8:00:00Z"),
    "creationTimestamp: other digits after the ninth": created(
      "2026-07-01T08:00:00.1234567891Z",
      "2026-07-01T08:00:00.123456789Z",
    ),
    "creationTimestamp: null after absent": {
      tweak: metadata({ creationTimestamp: null }),
      old: without("metadata", "creationTimestamp"),
    },
    "creationTimestamp: null after Go's zero time": created(null, "0001-01-01T00:00:00Z"),
    "creationTimestamp: Go's zero time after null": created("0001-01-01T01:00:00+01:00", null),
    "deletionTimestamp: in another offset": deleted("2026-06-30T23:00:00-09:00"),
    "deletionTimestamp: null after absent": { tweak: metadata({ deletionTimestamp: null }) },
    "deletionGracePeriodSeconds: 0 after -0": graced(0, -0),
    "deletionGracePeriodSeconds: null after absent": { tweak: metadata({ deletionGracePeriodSeconds: null }) },
    "metadata: all others changed": { tweak: metadata(others) },
    "metadata: null after empty": { tweak: become(null), old: become({}) },
  },
  reports: {
    "name: another": reports("name", "b", "a"),
    "name: in another case": reports("name", "A", "a"),
    "name: composed after decomposed": reports("name", "\u00e9", "e\u0301"),
    "name: removed": reports("name", null, "a"),
    "name: added": reports("name", "a", ""),
    "namespace: another": reports("namespace", "b", "a"),
    "uid: another": reports("uid", "b", "a"),
    "uid: removed": reports("uid", null, "a"),
    "uid: added": reports("uid", "a", null),
    "creationTimestamp: a second later": { ...created("2026-07-01T08:00:01Z"), causes: causes("creationTimestamp") },
    "creationTimestamp: a nanosecond later": {
      ...created("2026-07-01T08:00:00.000000001Z"),
      causes: causes("creationTimestamp"),
    },
    "creationTimestamp: same text except for the offset": {
      ...created("2026-07-01T08:00:00+00:01"),
      causes: causes("creationTimestamp"),
    },
    "creationTimestamp: removed": { ...created(null), causes: causes("creationTimestamp") },
    "creationTimestamp: added": { ...created("2026-07-01T08:00:00Z", null), causes: causes("creationTimestamp") },
    "deletionTimestamp: a second later": { ...deleted("2026-07-01T08:00:01Z"), causes: causes("deletionTimestamp") },
    "deletionTimestamp: removed": { ...deleted(null), causes: causes("deletionTimestamp") },
    "deletionTimestamp: added": { ...deleted("2026-07-01T08:00:00Z", null), causes: causes("deletionTimestamp") },
    "deletionTimestamp: Go's zero time after null": {
      ...deleted("0001-01-01T00:00:00Z", null),
      causes: causes("deletionTimestamp"),
    },
    "deletionTimestamp: null after Go's zero time": {
      ...deleted(null, "0001-01-01T00:00:00Z"),
      causes: causes("deletionTimestamp"),
    },
    "deletionGracePeriodSeconds: 1 after 0": { ...graced(1, 0), causes: causes("deletionGracePeriodSeconds") },
    "deletionGracePeriodSeconds: 0 after null": { ...graced(0, null), causes: causes("deletionGracePeriodSeconds") },
    "deletionGracePeriodSeconds: null after 0": { ...graced(null, 0), causes: causes("deletionGracePeriodSeconds") },
    "metadata: all changed": {
      tweak: become({}),
      old: metadata({ deletionTimestamp: "2026-07-01T08:00:00Z", deletionGracePeriodSeconds: 0 }),
      causes: causes(...everyField),
    },
    "metadata: null after a whole one": { tweak: become(null), causes: causes(...everyField.slice(0, 4)) },
  },
});
