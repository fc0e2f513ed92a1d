import { rule } from "../../../src/rules/metadata/resource-version-on-update.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const resourceVersion = (value: unknown) => metadata({ resourceVersion: value });
const causes = [{ type: "FieldValueInvalid", field: "metadata.resourceVersion" }];

testRule(rule, {
  silent: {
    "resourceVersion: as before": { tweak: resourceVersion("5") },
    "resourceVersion: another, which is the store's to compare": { tweak: resourceVersion("6") },
    "resourceVersion: 0, which is the store's to refuse": { tweak: resourceVersion("0") },
    "resourceVersion: not a number, for it is opaque": { tweak: resourceVersion("x") },
    "resourceVersion: space, which is not nothing": { tweak: resourceVersion(" ") },
    "resourceVersion: set after none": { tweak: resourceVersion("5"), old: resourceVersion("") },
  },
  reports: {
    "resourceVersion: empty": { tweak: resourceVersion(""), causes },
    "resourceVersion: null": { tweak: resourceVersion(null), causes },
    "resourceVersion: absent": { tweak: without("metadata", "resourceVersion"), causes },
    "resourceVersion: none after none": { tweak: resourceVersion(""), old: resourceVersion(""), causes },
    "resourceVersion: absent with no name": { tweak: (object) => Object.assign(object, { metadata: {} }), causes },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }), causes },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata"), causes },
  },
});
