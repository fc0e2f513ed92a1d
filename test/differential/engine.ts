import { servedVersion } from "../../src/core/api/served-versions.ts";
import type { Submission } from "../../src/engine/validate/submission.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy, type Policy, type Setting } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change } from "../../src/rules/rule.ts";
import type { Parameters } from "./model.ts";
import type { Write } from "./write.ts";

/** The parameters of the rules of tier `policy`. */
export const parameters: Parameters = {
  maxFactor: 4,
  minSeconds: 5,
  maxSeconds: 300,
  holders: ["controller-*", "web-*", "*_*"],
  preferrers: { users: ["system:apiserver"], groups: ["lease-admins"] },
  deleters: { users: ["system:serviceaccount:kube-system:*"], groups: ["lease-admins"] },
  writers: { users: ["system:*", "system:serviceaccount:$(namespace):controller"], groups: ["lease-admins"] },
  names: ["controller*", "*-1"],
  labels: { team: "team-*" },
  candidates: [
    { names: ["controller"], users: ["system:serviceaccount:$(namespace):controller"], groups: ["electors"] },
    { names: ["kube-*"], pods: ["controller-*"] },
  ],
};

const { preferrers, deleters, writers, minSeconds, maxSeconds, maxFactor } = parameters;
const byRule: Readonly<Record<string, Setting["parameters"]>> = {
  "lease-candidate/candidates-allowed": { leases: parameters.candidates },
  "lease/duration-jump-bounded": { maxFactor },
  "lease/duration-within-bounds": { minSeconds, maxSeconds },
  "lease/holder-pattern": { patterns: parameters.holders },
  "lease/preferred-holder-writer-allowed": { ...preferrers },
  "metadata/deleter-allowed": { ...deleters },
  "metadata/labels-required": { labels: parameters.labels },
  "metadata/name-pattern": { patterns: parameters.names },
  "metadata/writer-allowed": { ...writers },
};

/** A policy with every rule in mode `deny`. */
export const policy: Policy = {
  ...defaultPolicy,
  rules: new Map(
    rules.map(({ id }) => {
      const own = byRule[id];
      return [id, { mode: "deny", ...(own && { parameters: own }) }];
    }),
  ),
};

const validate = createValidate(rules, policy);

export function submissionOf(write: Write): Submission {
  const { kind, version, operation, object, oldObject, user, now } = write;
  const served = servedVersion({ group: "coordination.k8s.io", version, kind });
  if (served === undefined) throw new RangeError(`${version} does not serve ${kind}`);
  const change = { operation, ...(object && { object }), ...(oldObject && { oldObject }) } as Change<unknown>;
  return { served, change, context: { now: new Date(now), user, dryRun: false } };
}

/** Returns the rules of the engine that report a write. */
export function engineReports(write: Write): readonly string[] {
  const { findings, crashes } = validate(submissionOf(write));
  if (crashes.length > 0) throw new Error(JSON.stringify(crashes));
  return [...new Set(findings.map(({ origin }) => origin))].toSorted();
}
