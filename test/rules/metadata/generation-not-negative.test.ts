import { rule } from "../../../src/rules/metadata/generation-not-negative.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const generation = (value: unknown) => metadata({ generation: value });
const causes = [{ type: "FieldValueInvalid", field: "metadata.generation" }];

testRule(rule, {
  silent: {
    "generation: 0": { tweak: generation(0) },
    "generation: -0, which JSON can write": { tweak: generation(-0) },
    "generation: 1": { tweak: generation(1) },
    "generation: 2^53 - 1": { tweak: generation(Number.MAX_SAFE_INTEGER) },
    "generation: 2^62": { tweak: generation(2 ** 62) },
    "generation: null": { tweak: generation(null) },
    "generation: absent": { tweak: without("metadata", "generation") },
    "metadata: null": { tweak: (object) => Object.assign(object, { metadata: null }) },
    "metadata: absent": { tweak: (object) => Reflect.deleteProperty(object, "metadata") },
    "generation: 0 after -1": { tweak: generation(0), old: generation(-1), operations: ["UPDATE"] },
    "generation: 0 after 1, which is lower": { tweak: generation(0), operations: ["UPDATE"] },
  },
  reports: {
    "generation: -1": { tweak: generation(-1), causes },
    "generation: -(2^53 - 1)": { tweak: generation(Number.MIN_SAFE_INTEGER), causes },
    "generation: -(2^63)": { tweak: generation(-(2 ** 63)), causes },
    "generation: -1 after -1": { tweak: generation(-1), old: generation(-1), operations: ["UPDATE"], causes },
    "generation: -1 after -2": { tweak: generation(-1), old: generation(-2), operations: ["UPDATE"], causes },
  },
});
