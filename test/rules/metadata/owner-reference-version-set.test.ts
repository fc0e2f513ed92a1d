import { rule } from "../../../src/rules/metadata/owner-reference-version-set.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";
import { repeated, valueRows } from "../../harness/value-rows.ts";

const owners = (...versions: readonly unknown[]) =>
  metadata({
    ownerReferences: versions.map((apiVersion, index) => ({ apiVersion, kind: "Node", name: "a", uid: `${index}` })),
  });
const rows = valueRows({ name: "apiVersion:", tweak: (version: unknown) => owners(version) });
const causes = repeated({ type: "FieldValueInvalid", field: "metadata.ownerReferences.apiVersion" });

testRule(rule, {
  silent: {
    ...rows({ values: ["v1", "apps/v1", "/v1", "a", "A/B", "a/ ", " ", "\n", "/ ", "\u00e9", "\ud800"] }),
    "apiVersion: a version of each": { tweak: owners("v1", "apps/v1", "apps/v1") },
    "ownerReferences: kind, name and uid empty": { tweak: metadata({ ownerReferences: [{ apiVersion: "v1" }] }) },
    "ownerReferences: v1 Event": {
      tweak: metadata({ ownerReferences: [{ apiVersion: "v1", kind: "Event", name: "a", uid: "b" }] }),
    },
    "ownerReferences: empty": { tweak: owners() },
    "ownerReferences: null": { tweak: metadata({ ownerReferences: null }) },
    "ownerReferences: absent": { tweak: without("metadata", "ownerReferences") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "apiVersion: good after a bad one": { tweak: owners("v1"), old: owners(""), operations: ["UPDATE"] },
  },
  reports: {
    ...rows({
      values: [
        "",
        null,
        "/",
        "apps/",
        "v1/",
        "a/b/c",
        "//",
        "/v1/",
        "//v1",
        "apps//v1",
        "///",
        "a/b/c/d",
        " /",
        "\u00e9/",
      ],
      causes: causes(1),
    }),
    "apiVersion: absent": {
      tweak: metadata({ ownerReferences: [{ kind: "Node", name: "a", uid: "b" }] }),
      causes: causes(1),
    },
    "ownerReferences: item {}": { tweak: metadata({ ownerReferences: [{}] }), causes: causes(1) },
    "ownerReferences: item null": { tweak: metadata({ ownerReferences: [null] }), causes: causes(1) },
    "ownerReferences: first bad": { tweak: owners("", "v1", "v1"), causes: causes(1) },
    "ownerReferences: last bad": { tweak: owners("v1", "v1", "a/b/c"), causes: causes(1) },
    "ownerReferences: two bad": { tweak: owners("apps/", "v1", "/"), causes: causes(2) },
    "ownerReferences: two equal errors, reported once": { tweak: owners("", "v1", null), causes: causes(1) },
    "ownerReferences: Event of no version": {
      tweak: metadata({ ownerReferences: [{ apiVersion: "", kind: "Event", name: "", uid: "" }] }),
      causes: causes(1),
    },
    "apiVersion: bad before too": {
      tweak: owners("apps/"),
      old: owners("apps/"),
      operations: ["UPDATE"],
      causes: causes(1),
    },
  },
});
