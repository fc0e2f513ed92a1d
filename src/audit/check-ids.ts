import { describedOrigins } from "../report/descriptions.ts";
import { mustBeACheckOrRule } from "../rules/find-rule.ts";
import { checks } from "./checks.ts";

/** Returns an error if an id is neither that of a check nor that of a rule or of another origin. */
export function idProblem(id: string): string | undefined {
  const ids = [...checks, ...describedOrigins()].map((each) => each.id);
  if (ids.includes(id)) return undefined;
  return `${JSON.stringify(id)} ${mustBeACheckOrRule(id, ids)}`;
}
