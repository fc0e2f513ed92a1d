/** The folders below `src/rules` whose files are rules, each with the kinds its rules are about. */
export const ruleGroups = {
  lease: ["Lease"],
  "lease-candidate": ["LeaseCandidate"],
  metadata: ["Lease", "LeaseCandidate"],
};
