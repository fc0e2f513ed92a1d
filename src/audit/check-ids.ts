import { describedOrigins } from "../report/descriptions.ts";
import { mustBeARule } from "../rules/find-rule.ts";
import { checks } from "./checks.ts";

export function isCheck(id: string): boolean {
  return checks.some((check) => check.id === id);
}

/** Returns an error if an id is neither that of a check nor that of a rule or of another origin. */
export function idProblem(id: string): string | undefined {
  const origins = describedOrigins().map((origin) => origin.id);
  if (isCheck(id) || origins.includes(id)) return undefined;
  return `${JSON.stringify(id)} ${mustBeARule(id, [...checks.map((check) => check.id), ...origins])}`;
}
