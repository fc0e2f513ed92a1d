import { rule } from "../../../src/rules/lease-candidate/strategies-agree.ts";
import { candidate } from "../../harness/candidates.ts";
import { testRule } from "../../harness/rule-table.ts";

const field = "spec.strategy";

testRule(rule, {
  silent: {
    "strategy: no other candidate": {},
    "strategy: the same": { beside: (version) => [candidate(version, "other")] },
    "strategy: another, with a lower binaryVersion": {
      versions: ["v1beta1", "v1alpha2"],
      beside: (version) => [candidate(version, "other", { strategy: "example.com/newest", binaryVersion: "1.35.9" })],
    },
  },
  reports: {
    "strategy: another, with the same binaryVersion": {
      versions: ["v1beta1", "v1alpha2"],
      old: (object) => (object.spec["strategy"] = "example.com/old"),
      beside: (version) => [candidate(version, "other", { strategy: "example.com/newest" })],
      causes: [{ type: "FieldValueInvalid", field }],
    },
  },
});
