import { rule } from "../../../src/rules/metadata/name-pattern.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, without } from "../../harness/tweaks.ts";

const name = (value: unknown): Row => ({ tweak: metadata({ name: value }) });
const causes = [{ type: "FieldValueInvalid", field: "metadata.name" }];

testRule(rule, {
  parameters: { patterns: ["controller", "*.example.com"] },
  silent: {
    "name: as the first pattern": name("controller"),
    "name: as the last pattern": name("a.example.com"),
    "name: as the last pattern with an empty prefix": name(".example.com"),
    "name: absent, generated later or reported by another rule": { tweak: without("metadata", "name") },
    "name: null": name(null),
    "name: empty": name(""),
    "generateName: of another name": { tweak: metadata({ name: "controller", generateName: "other-" }) },
    "generateName: alone, so the name is not known yet": { tweak: metadata({ name: "", generateName: "other-" }) },
    "patterns: anything": { ...name("other"), parameters: { patterns: ["*"] } },
  },
  reports: {
    "name: with an additional suffix": { ...name("controller-1"), causes },
    "name: with something before": { ...name("a-controller"), causes },
    "name: without the dot": { ...name("aexample.com"), causes },
    "bypass: upper case": { ...name("Controller"), causes },
    "bypass: a letter that only looks like one, U+0441": { ...name("\u0441ontroller"), causes },
    "bypass: a name that was generated": { tweak: metadata({ name: "other-x7k2p", generateName: "other-" }), causes },
    "bypass: with every label of the right one": {
      tweak: metadata({ name: "other", labels: { name: "controller" } }),
      causes,
    },
    "bypass: the pattern itself": { ...name("*"), causes },
  },
});
