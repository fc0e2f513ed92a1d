import { rule } from "../../../src/rules/metadata/name-required.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueRequired", field: "metadata.name" }];

testRule(rule, {
  silent: {
    "name: one byte": { tweak: metadata({ name: "a" }) },
    "name: space, which is not nothing": { tweak: metadata({ name: " " }) },
    "name: bad": { tweak: metadata({ name: "-/%" }) },
    "name: set, generateName empty": { tweak: metadata({ generateName: "" }) },
    "name: absent, generateName set": {
      tweak: (object) => Object.assign(object, { metadata: { generateName: "a-" } }),
      operations: ["CREATE"],
    },
    "name: null, generateName set": { tweak: metadata({ name: null, generateName: "a" }), operations: ["CREATE"] },
    "name: empty, generateName set": { tweak: metadata({ name: "", generateName: "a" }), operations: ["CREATE"] },
    "name: empty, generateName bad": { tweak: metadata({ name: "", generateName: "-" }), operations: ["CREATE"] },
    "name: set after none": { tweak: metadata({ name: "a" }), old: metadata({ name: "" }), operations: ["UPDATE"] },
  },
  reports: {
    "name: absent": { tweak: without("metadata", "name"), causes },
    "name: null": { tweak: metadata({ name: null }), causes },
    "name: empty": { tweak: metadata({ name: "" }), causes },
    "name: absent, generateName null": {
      tweak: (object) => Object.assign(object, { metadata: { generateName: null } }),
      causes,
    },
    "name: empty, generateName empty": { tweak: metadata({ name: "", generateName: "" }), causes },
    "metadata: empty": { tweak: (object) => Object.assign(object, { metadata: {} }), causes },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }), causes },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata"), causes },
    "name: empty, generateName set, which only a create heeds": {
      tweak: metadata({ name: "", generateName: "a" }),
      operations: ["UPDATE"],
      causes,
    },
    "name: none after one": { tweak: metadata({ name: "" }), operations: ["UPDATE"], causes },
    "name: none after none": {
      tweak: metadata({ name: "" }),
      old: metadata({ name: "" }),
      operations: ["UPDATE"],
      causes,
    },
  },
});
