import type { CelDefinition } from "../cel/cel-rule.ts";

export const cel: CelDefinition = { noCel: "the rule compares the object with other objects" };
