import { rule } from "../../../src/rules/metadata/generation-not-decremented.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const generation = (value: unknown) => metadata({ generation: value });
const absent = without("metadata", "generation");
const causes = [{ type: "FieldValueInvalid", field: "metadata.generation" }];

testRule(rule, {
  silent: {
    "generation: 1 after 1": { tweak: generation(1), old: generation(1) },
    "generation: 2 after 1": { tweak: generation(2), old: generation(1) },
    "generation: 0 after 0": { tweak: generation(0), old: generation(0) },
    "generation: 1 after absent": { tweak: generation(1), old: absent },
    "generation: 0 after absent": { tweak: generation(0), old: absent },
    "generation: absent after 0": { tweak: absent, old: generation(0) },
    "generation: absent after null": { tweak: absent, old: generation(null) },
    "generation: absent after -1": { tweak: absent, old: generation(-1) },
    "generation: -0 after 0": { tweak: generation(-0), old: generation(0) },
    "generation: -1 after -1": { tweak: generation(-1), old: generation(-1) },
    "generation: -1 after -2": { tweak: generation(-1), old: generation(-2) },
    "generation: 10 after 9, which is more as a number": { tweak: generation(10), old: generation(9) },
    "generation: 0 and no old metadata": {
      tweak: generation(0),
      old: (object) => Object.assign(object, { metadata: null }),
    },
    "metadata: null after null": {
      tweak: (object) => Object.assign(object, { metadata: null }),
      old: (object) => Object.assign(object, { metadata: null }),
    },
  },
  reports: {
    "generation: 0 after 1": { tweak: generation(0), old: generation(1), causes },
    "generation: 1 after 2": { tweak: generation(1), old: generation(2), causes },
    "generation: 9 after 10": { tweak: generation(9), old: generation(10), causes },
    "generation: absent after 1": { tweak: absent, old: generation(1), causes },
    "generation: null after 1": { tweak: generation(null), old: generation(1), causes },
    "generation: -1 after 0": { tweak: generation(-1), old: generation(0), causes },
    "generation: -1 after absent": { tweak: generation(-1), old: absent, causes },
    "generation: -2 after -1": { tweak: generation(-2), old: generation(-1), causes },
    "generation: 2^53 - 2 after 2^53 - 1": {
      tweak: generation(Number.MAX_SAFE_INTEGER - 1),
      old: generation(Number.MAX_SAFE_INTEGER),
      causes,
    },
    "metadata: null after 1": {
      tweak: (object) => Object.assign(object, { metadata: null }),
      old: generation(1),
      causes,
    },
  },
});
