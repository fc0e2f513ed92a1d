import { rule } from "../../../src/rules/metadata/owner-not-event.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const good = { apiVersion: "v1", kind: "Node", name: "a", uid: "a" };
const event = { apiVersion: "v1", kind: "Event", name: "b", uid: "b" };
const owners = (...references: readonly unknown[]) => metadata({ ownerReferences: references });
const kinds = (pairs: readonly (readonly [unknown, unknown])[]): Record<string, Row> =>
  Object.fromEntries(
    pairs.map(([apiVersion, kind]) => [
      `owner: ${apiVersion} ${kind}`,
      { tweak: owners({ ...event, apiVersion, kind }) },
    ]),
  );
const causes = (...indexes: readonly number[]) =>
  indexes.map((index) => ({ type: "FieldValueInvalid", field: `metadata.ownerReferences[${index}]` }));

const notEvents = [
  ["v1", "Node"],
  ["v1", "event"],
  ["v1", "Events"],
  ["v1", "Event "],
  ["v1", ""],
  ["v1", null],
  ["V1", "Event"],
  ["v1 ", "Event"],
  ["v2", "Event"],
  ["events.k8s.io/v1", "Event"],
  ["core/v1", "Event"],
  ["v1/", "Event"],
  ["//v1", "Event"],
  ["a/b/v1", "Event"],
  ["", "Event"],
  [null, "Event"],
  ["v1", "Event\ud800"],
] as const;

testRule(rule, {
  silent: {
    ...kinds(notEvents),
    "ownerReferences: version and kind in two of them": { tweak: owners(good, { ...event, apiVersion: "v2" }) },
    "ownerReferences: item null": { tweak: owners(null, {}) },
    "ownerReferences: empty": { tweak: owners() },
    "ownerReferences: null": { tweak: metadata({ ownerReferences: null }) },
    "ownerReferences: absent": { tweak: without("metadata", "ownerReferences") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "ownerReferences: a Node after an Event": { tweak: owners(good), old: owners(event), operations: ["UPDATE"] },
  },
  reports: {
    "owner: v1 Event": { tweak: owners(event), causes: causes(0) },
    "owner: /v1 Event, of the same group": { tweak: owners({ ...event, apiVersion: "/v1" }), causes: causes(0) },
    "owner: v1 Event with no name and uid": { tweak: owners({ apiVersion: "v1", kind: "Event" }), causes: causes(0) },
    "owner: v1 Event that is the controller": { tweak: owners({ ...event, controller: true }), causes: causes(0) },
    "ownerReferences: first an Event": { tweak: owners(event, good, good), causes: causes(0) },
    "ownerReferences: last an Event": { tweak: owners(good, null, event), causes: causes(2) },
    "ownerReferences: two Events": {
      tweak: owners(event, good, { ...event, name: "c", uid: "c" }),
      causes: causes(0, 2),
    },
    "ownerReferences: an Event before too": {
      tweak: owners(event),
      old: owners(event),
      operations: ["UPDATE"],
      causes: causes(0),
    },
  },
});
