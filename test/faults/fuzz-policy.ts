import { rules } from "../../src/rules/index.ts";

/** Patterns that match no generated string, but that many of these strings almost match. */
const patterns = ["*a*a*a*a*b", "*-*.*/*~"];

const parameters: Readonly<Record<string, object>> = {
  "lease/duration-jump-bounded": { maxFactor: 4 },
  "lease/duration-within-bounds": { minSeconds: 5, maxSeconds: 300 },
  "lease/holder-pattern": { patterns },
  "lease/preferred-holder-writer-allowed": { users: patterns, groups: patterns },
  "lease-candidate/candidates-allowed": { leases: [{ names: patterns, users: patterns }] },
  "metadata/deleter-allowed": { users: patterns, groups: patterns },
  "metadata/labels-required": { labels: { k0: "*a*a*b", a: "*a*a*b" } },
  "metadata/name-pattern": { patterns },
  "metadata/writer-allowed": { users: patterns, groups: patterns },
};

const match = { names: patterns, users: patterns, groups: patterns, labels: { k0: "*a*a*b" } };

/**
 * A policy that denies the findings of every rule, and that has patterns in all parameters. Each
 * scope has one field, because lease-guard compares a field only if the previous fields match.
 */
export const everyRule: object = {
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  administrators: { users: patterns, groups: patterns },
  rules: Object.fromEntries(
    rules.map(({ id }) => [
      id,
      {
        mode: "deny",
        ...(id in parameters && { parameters: parameters[id] }),
        ...(id === "lease/holder-pattern" && {
          scopes: Object.entries(match).map(([field, value]) => ({ match: { [field]: value }, mode: "off" })),
        }),
      },
    ]),
  ),
};
