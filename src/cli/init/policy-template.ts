export const policyTemplate = `# The policy of lease-guard sets which rules deny a write, and which only warn.
#
# lease-guard rules                     lists all rules
# lease-guard explain RULE              prints the documentation of a rule
# lease-guard policy show policy.yaml   prints the mode of each rule under this policy
apiVersion: lease-guard.dev/v1alpha1
kind: Policy

# The profile sets the mode of each rule that is not listed under "rules":
#   observe   denies nothing and sends no warnings; findings are in metrics and in the audit log
#   default   warns about writes that break leader elections
#   strict    denies such writes, except those that correct clients can send
profile: default

rules:
  # If a client takes over a Lease before it expires, there are two leaders.
  lease/holder-kept-until-expiry:
    mode: deny

  # If a template is not rendered, all replicas have the same holder identity, such as \${POD_NAME}.
  lease/holder-identity-not-placeholder:
    mode: deny

  # This rule is off until it has parameters, because only you know your limits.
  # After a leader crashes, no client can take over during the lease duration.
  lease/duration-within-bounds:
    mode: warn # change to deny when no client gets this warning
    parameters: { minSeconds: 5, maxSeconds: 300 }
    # A scope sets another mode or other parameters for some writes:
    # scopes:
    #   - match: { namespaces: [batch-*] }
    #     parameters: { minSeconds: 5, maxSeconds: 3600 }

# An exemption allows writes that a rule would deny, until a date:
# exemptions:
#   - rules: [lease/holder-kept-until-expiry]
#     match: { namespaces: [NAMESPACE], users: ["system:serviceaccount:NAMESPACE:NAME"] }
#     reason: why these writes must be allowed
#     owner: who removes the exemption
#     expires: YYYY-MM-DD
`;
