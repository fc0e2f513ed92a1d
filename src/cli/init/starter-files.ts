import { policyTemplate } from "./policy-template.ts";
import { suiteTemplate } from "./suite-template.ts";
import { workflowTemplate } from "./workflow-template.ts";

export const starterFiles: ReadonlyMap<string, string> = new Map([
  ["policy.yaml", policyTemplate],
  ["policy-tests/leader-election.yaml", suiteTemplate],
  [".github/workflows/lease-guard.yml", workflowTemplate],
]);

/**
 * Returns the commands to run after `init`. `name` is the name of the program. `pathOf` converts a
 * path in the repository to a word of a command.
 */
export function nextCommands(name: string, pathOf: (path: string) => string): readonly string[] {
  return [
    `${name} policy check ${pathOf("policy.yaml")}`,
    `${name} test ${pathOf("policy-tests")}`,
    `${name} check --policy ${pathOf("policy.yaml")} ${pathOf(".")}`,
  ];
}
