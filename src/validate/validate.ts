import type { Kind, Kinds } from "../api/coordination.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import type { Policy } from "../rules/policy.ts";
import type { Change, Rule } from "../rules/rule.ts";
import { selectRules } from "../rules/run.ts";
import { checkSchema, type SchemaFault } from "../schema/check.ts";
import type { Verdict } from "./verdict.ts";

/** Judges one write of an object as submitted in one served version; never throws, whatever the object is. */
export type Validate = (served: ServedVersion, change: Change<unknown>) => Verdict;

/** Chooses rules and modes once; what it returns holds no state. */
export function createValidate(rules: readonly Rule[], policy: Policy = new Map()): Validate {
  const runRules = selectRules(rules, policy);
  return (served, change) => {
    const faults = checkChange(served.schema, change);
    if (faults.length === 0) return runRules(served.gvk.kind, toHub(served, change));
    // An object that cannot be read must still be deletable.
    if (change.operation === "DELETE") return { findings: [], faults: [] };
    return { findings: faults.map((fault) => ({ ...fault, mode: "deny" })), faults: [] };
  };
}

function checkChange(schema: string, change: Change<unknown>): readonly SchemaFault[] {
  const faults = change.operation === "DELETE" ? [] : checkSchema(schema, change.object);
  if (change.operation === "CREATE" || faults.length > 0) return faults;
  return checkSchema(schema, change.oldObject).map((fault) => ({ ...fault, field: ["oldObject", ...fault.field] }));
}

/** Only after the schema has said that every object is one. */
function toHub(served: ServedVersion, change: Change<unknown>): Change<Kinds[Kind]> {
  const hub = (object: unknown) => served.toHub(object as object);
  switch (change.operation) {
    case "CREATE":
      return { operation: "CREATE", object: hub(change.object) };
    case "UPDATE":
      return { operation: "UPDATE", object: hub(change.object), oldObject: hub(change.oldObject) };
    case "DELETE":
      return { operation: "DELETE", oldObject: hub(change.oldObject) };
  }
}
