import { excessOrigin } from "../engine/validate/excess.ts";
import { defaultPolicy, type Mode, unvalidatedMode } from "../policy/policy.ts";
import { modeOf } from "../policy/resolve.ts";
import { rules } from "../rules/index.ts";
import type { SchemaOrigin } from "../schema/to-field-error.ts";
import { readerOrigins } from "./reader-origins.ts";

export interface Described {
  readonly id: string;
  readonly description: string;
  readonly mode: Mode;
}

/** The descriptions of the schema checks, whose findings always have the mode `deny`. */
const schemaDescriptions: Readonly<Record<SchemaOrigin, string>> = {
  "schema/type": "a value must have its field's JSON type",
  "schema/range": "an integer must fit its field's 32 or 64 bits",
  "schema/format": "a time must have the format that its field's type requires",
  "schema/required": "a field without which an object does not decode must be set",
  "schema/value": "a field of fixed values must have one of them",
  "schema/unknown-field": "a field must be one that its kind has",
};

/** Returns every rule, then every other origin of findings. */
export function describedOrigins(): readonly Described[] {
  return [
    ...rules.map((rule) => ({ id: rule.id, description: rule.description, mode: modeOf(rule) })),
    ...Object.entries(schemaDescriptions).map(([id, description]) => ({ id, description, mode: "deny" as const })),
    {
      id: excessOrigin,
      description: "a write must not exceed the limits of a review",
      mode: unvalidatedMode(defaultPolicy),
    },
    ...Object.entries(readerOrigins).map(([id, origin]) => ({ id, ...origin })),
  ];
}
