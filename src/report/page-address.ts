import { originPath, ruleIdForm } from "../core/text/rule-id.ts";

const pageId = new RegExp(`^${ruleIdForm}$`);

/** Returns the address of the page about a check, a rule, or another origin of findings. */
export function pageAddress(origin: string): string | undefined {
  if (!pageId.test(origin)) return undefined;
  return `https://lease-guard.dev/${originPath(origin)}`;
}
