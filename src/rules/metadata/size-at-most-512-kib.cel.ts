import type { CelDefinition } from "../cel/cel-rule.ts";

export const cel: CelDefinition = {
  noCel: "an expression cannot measure the content of fieldsV1 in bytes",
};
