import { rule } from "../../../src/rules/metadata/namespace-required.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueRequired", field: "metadata.namespace" }];

testRule(rule, {
  silent: {
    "namespace: one byte": { tweak: metadata({ namespace: "a" }) },
    "namespace: space, which is not nothing": { tweak: metadata({ namespace: " " }) },
    "namespace: bad": { tweak: metadata({ namespace: "A.-" }) },
    "namespace: set after none": {
      tweak: metadata({ namespace: "a" }),
      old: metadata({ namespace: "" }),
      operations: ["UPDATE"],
    },
  },
  reports: {
    "namespace: absent": { tweak: without("metadata", "namespace"), causes },
    "namespace: null": { tweak: metadata({ namespace: null }), causes },
    "namespace: empty": { tweak: metadata({ namespace: "" }), causes },
    "namespace: empty with no name": { tweak: metadata({ name: "", namespace: "" }), causes },
    "metadata: empty": { tweak: (object) => Object.assign(object, { metadata: {} }), causes },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }), causes },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata"), causes },
    "namespace: none after one": { tweak: metadata({ namespace: "" }), operations: ["UPDATE"], causes },
    "namespace: none after none": {
      tweak: metadata({ namespace: "" }),
      old: without("metadata", "namespace"),
      operations: ["UPDATE"],
      causes,
    },
  },
});
