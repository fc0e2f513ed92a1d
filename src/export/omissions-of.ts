import type { ExportVersion } from "../api/kubernetes-version.ts";
import type { CelDefinition } from "../rules/cel/cel-rule.ts";

/** What an export can leave out of a rule, and when. */
export type CelOmission =
  /** The whole rule, in every export. */
  | { readonly what: "rule"; readonly reason: string }
  /** The whole rule, in an export without relation rules. */
  | { readonly what: "relations" }
  /** The whole rule, in an export for a Kubernetes version before `since`. */
  | { readonly what: "version"; readonly since: ExportVersion }
  /** Some writes of the rule, as a phrase, in every export. */
  | { readonly what: "writes"; readonly writes: string };

export function omissionsOf(cel: CelDefinition): readonly CelOmission[] {
  if ("noCel" in cel) return [{ what: "rule", reason: cel.noCel }];
  const { params, since, unseen = [] } = cel;
  return [
    ...(params === undefined ? [] : [{ what: "relations" } as const]),
    ...(since === undefined ? [] : [{ what: "version", since } as const]),
    ...unseen.map((writes) => ({ what: "writes", writes }) as const),
  ];
}
