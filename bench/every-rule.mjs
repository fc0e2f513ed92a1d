const parameters = {
  "lease/duration-jump-bounded": { maxFactor: 4 },
  "lease/duration-within-bounds": { minSeconds: 5, maxSeconds: 300 },
  "lease/holder-pattern": { patterns: ["node-*"] },
  "lease/preferred-holder-writer-allowed": { users: ["system:node:*"] },
  "lease-candidate/candidates-allowed": { leases: [{ names: ["*"], users: ["*"] }] },
  "metadata/deleter-allowed": { users: ["system:node:*"] },
  "metadata/labels-required": { labels: { team: "*" } },
  "metadata/name-pattern": { patterns: ["node-*"] },
  "metadata/writer-allowed": { users: ["system:node:*"] },
};

/** A policy that enables every rule. The parameters cause no findings in a renewal. */
export const everyRule = {
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  profile: "strict",
  rules: Object.fromEntries(Object.entries(parameters).map(([id, parameters]) => [id, { parameters }])),
};
