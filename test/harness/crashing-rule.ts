import type { Rule } from "../../src/rules/rule.ts";
import { reportingRule } from "./reporting-rule.ts";

export const crashingRule: Rule = reportingRule({
  id: "lease/crashes",
  check: () => {
    throw new TypeError("a bug");
  },
});

/** The message about `crashingRule`, without the object. */
export const crashMessage = "lease/crashes failed and was skipped, which is a bug in lease-guard: TypeError: a bug";
