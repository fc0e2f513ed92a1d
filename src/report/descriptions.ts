import { originPath, ruleIdForm } from "../core/text/rule-id.ts";
import { excessOrigin } from "../engine/validate/excess.ts";
import { defaultPolicy, type FindingMode, type Mode, unvalidatedMode } from "../policy/policy.ts";
import { modeOf } from "../policy/resolve.ts";
import { rules } from "../rules/index.ts";
import type { SchemaOrigin } from "../schema/to-field-error.ts";

/** The id of an origin of findings that the webhook does not have. */
export type ReaderOrigin = "schema/duplicate-field" | "schema/served-version" | "ignore/known-rule";

/**
 * An origin of findings. `mode` is the mode of its findings. Findings of `schema/served-version`
 * can also have the mode `deny`, which `src/check/check-object.ts` sets.
 */
interface DescribedOrigin {
  readonly mode: FindingMode;
  readonly description: string;
}

/**
 * The origins of findings that the webhook does not have, with their modes in `check`. The
 * playground reports the first two, too. Each origin has a section in `docs/rules/schema.md`.
 */
export const readerOrigins: Readonly<Record<ReaderOrigin, DescribedOrigin>> = {
  "schema/duplicate-field": { mode: "deny", description: "a field must be written once" },
  "schema/served-version": {
    mode: "warn",
    description: "a version must be served by the version of Kubernetes for which it is written",
  },
  "ignore/known-rule": { mode: "warn", description: "the ignore annotation must name rules that it can ignore" },
};

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

const pageId = new RegExp(`^${ruleIdForm}$`);

/** Returns the address of the page about a check, a rule, or another origin of findings. */
export function pageAddress(origin: string): string | undefined {
  if (!pageId.test(origin)) return undefined;
  return `https://lease-guard.dev/${originPath(origin)}`;
}
