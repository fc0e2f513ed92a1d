import { type ExportVersion, isBefore } from "../core/api/kubernetes-version.ts";
import type { CelDefinition } from "../rules/cel/cel-rule.ts";
import type { RuleId } from "../rules/rule.ts";
import type { ExportOptions } from "./objects.ts";

/** A rule that the exported admission policies do not contain, or contain only in part. */
export interface Omission {
  readonly rule: RuleId;
  readonly isPartial: boolean;
  readonly reason: string;
}

/** Returns a line such as `not exported: RULE: REASON`. */
export function omissionLine({ rule, isPartial, reason }: Omission): string {
  return `${isPartial ? "partly" : "not"} exported: ${rule}: ${reason}`;
}

type OmittingOptions = Pick<ExportOptions, "kubernetesVersion" | "hasRelations">;

/** Returns the parts that an export leaves out of a rule. */
export function omissionsFrom(id: RuleId, cel: CelDefinition, options: OmittingOptions): readonly Omission[] {
  const omissions = omissionsOf(cel).filter((omission) => isOmitted(omission, options));
  const whole = omissions.find(({ what }) => what !== "writes");
  return (whole === undefined ? omissions : [whole]).map((omission) => ({
    rule: id,
    isPartial: omission.what === "writes",
    reason: reasonOf(omission),
  }));
}

function isOmitted(omission: CelOmission, { kubernetesVersion, hasRelations }: OmittingOptions): boolean {
  if (omission.what === "relations") return !hasRelations;
  return omission.what !== "version" || isBefore(kubernetesVersion, omission.since);
}

function reasonOf(omission: CelOmission): string {
  switch (omission.what) {
    case "rule":
      return omission.reason;
    case "relations":
      return "the rule reads other objects, and needs --relations";
    case "version":
      return `the rule needs Kubernetes ${omission.since}`;
    case "writes":
      return `the admission policies do not report ${omission.writes}`;
  }
}

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
