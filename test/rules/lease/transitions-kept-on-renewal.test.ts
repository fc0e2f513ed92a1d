import { rule } from "../../../src/rules/lease/transitions-kept-on-renewal.ts";
import { testRule } from "../../harness/rule-table.ts";

testRule(rule, {
  silent: {
    "FILL IN: the last value that is still right": {},
  },
  reports: {
    "FILL IN: the first value that is wrong": { causes: [{ type: "FieldValueInvalid", field: "spec.…" }] },
  },
});
