import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { prefixed } from "../cel/field-variables.ts";

export const cel: CelDefinition = defineCel({
  since: "1.34",
  findings: () =>
    ["binaryVersion", "emulationVersion"].map((field) => ({ field: `spec.${field}`, reports: decreases(field) })),
});

function decreases(field: string): string {
  const [text, old] = [`variables.${field}`, `variables.${prefixed("old", field)}`];
  return [
    `${text} != ${old} && isSemver(${text}) && isSemver(${old})`,
    `semver(${text}).compareTo(semver('0.0.0')) != 0 && semver(${text}).isLessThan(semver(${old}))`,
  ].join(" && ");
}
