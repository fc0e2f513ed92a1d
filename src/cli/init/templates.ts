export const policyTemplate = `# The policy of lease-guard sets which rules deny a write, and which only warn.
#
# lease-guard rules                     lists all rules
# lease-guard explain RULE              prints the documentation of a rule
# lease-guard policy show policy.yaml   prints the modes of rules that this policy changes
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
    # A scope sets another mode or other parameters for some writes. kube-apiserver needs 3600:
    # scopes:
    #   - match: { namespaces: [kube-system] }
    #     parameters: { minSeconds: 5, maxSeconds: 3600 }

# An exemption allows writes that a rule would deny, until a date:
# exemptions:
#   - rules: [lease/holder-kept-until-expiry]
#     match: { namespaces: [NAMESPACE], users: ["system:serviceaccount:NAMESPACE:NAME"] }
#     reason: why these writes must be allowed
#     owner: who removes the exemption
#     expires: YYYY-MM-DD
`;

/** A suite with cases that pass under the policy of `lease-guard init`. */
export const suiteTemplate = `# Tests of the policy. Each case is a write to a Lease, and the expected decision.
# Run them with: lease-guard test policy-tests
apiVersion: test.lease-guard.dev/v1alpha1
kind: Suite
policy: ../policy.yaml # relative to this file

# The time of each write, and the object before the write. A case can set its own values.
now: 2026-07-01T08:00:05Z
oldObject:
  apiVersion: coordination.k8s.io/v1
  kind: Lease
  metadata: { namespace: team-a, name: controller }
  spec:
    holderIdentity: controller-1
    leaseDurationSeconds: 15
    acquireTime: 2026-07-01T07:00:00.000000Z
    renewTime: 2026-07-01T08:00:00.000000Z
    leaseTransitions: 1

cases:
  # A patch is the change of oldObject. Without "warned", a case ignores warnings.
  - name: the holder renews
    patch: { spec: { renewTime: 2026-07-01T08:00:05.000000Z } }
    expect: { warned: [] }

  - name: another client cannot take over before the Lease expires
    patch: &takeover
      spec:
        holderIdentity: controller-2
        acquireTime: 2026-07-01T08:00:05.000000Z
        renewTime: 2026-07-01T08:00:05.000000Z
        leaseTransitions: 2
    expect:
      denied:
        - { rule: lease/holder-kept-until-expiry, field: spec.holderIdentity }

  - name: another client can take over after the Lease has expired
    now: 2026-07-01T08:01:00Z
    patch:
      spec:
        holderIdentity: controller-2
        acquireTime: 2026-07-01T08:01:00.000000Z
        renewTime: 2026-07-01T08:01:00.000000Z
        leaseTransitions: 2
    expect: { warned: [] }

  # An object is the whole object after the write. Without oldObject, the write is a CREATE.
  - name: a holder identity must not be a placeholder
    operation: CREATE
    object:
      apiVersion: coordination.k8s.io/v1
      kind: Lease
      metadata: { namespace: team-a, name: controller }
      spec: { holderIdentity: "\${POD_NAME}", leaseDurationSeconds: 15 }
    expect:
      denied:
        - { rule: lease/holder-identity-not-placeholder, field: spec.holderIdentity }

  - name: a lease duration of an hour is too long
    operation: CREATE
    object:
      apiVersion: coordination.k8s.io/v1
      kind: Lease
      metadata: { namespace: team-a, name: controller }
      spec: { holderIdentity: controller-1, leaseDurationSeconds: 3600 }
    expect:
      warned:
        - { rule: lease/duration-within-bounds, field: spec.leaseDurationSeconds }
`;

/**
 * A GitHub workflow that checks manifests and the policy, and runs its tests. The workflow fails
 * with instructions until the user sets the repository and the commit of lease-guard.
 */
export const workflowTemplate = `# Checks leader election in the manifests of this repository, and checks and tests the policy.
#
# No version of lease-guard is published yet, so this workflow uses the action in a clone of lease-guard.
# Set both variables below. Until then, the first step of the job fails.
name: lease-guard
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
env:
  LEASE_GUARD_REPOSITORY: "" # the GitHub repository that has your copy of lease-guard, as OWNER/NAME
  LEASE_GUARD_REF: "" # the full hash of the commit that you have reviewed
jobs:
  lease-guard:
    runs-on: ubuntu-latest
    steps:
      - name: Check the variables
        run: |
          if [[ -z $LEASE_GUARD_REPOSITORY || -z $LEASE_GUARD_REF ]]; then
            echo "::error file=.github/workflows/lease-guard.yml::set LEASE_GUARD_REPOSITORY and LEASE_GUARD_REF"
            exit 1
          fi
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/checkout@v4
        with:
          repository: \${{ env.LEASE_GUARD_REPOSITORY }}
          ref: \${{ env.LEASE_GUARD_REF }}
          path: lease-guard-source
          persist-credentials: false
      # The action also builds lease-guard, which the last two steps run.
      - name: Check the manifests
        uses: ./lease-guard-source
        with:
          policy: policy.yaml
          exclude: lease-guard-source/
      # The action skips templates of Helm charts. To check a chart, adapt the next two lines.
      # - run: helm template my-operator charts/my-operator -n my-operator |
      #     node lease-guard-source/dist/cli/main.js check -o github -n my-operator -
      - name: Check the policy
        run: node lease-guard-source/dist/cli/main.js policy check policy.yaml
      - name: Test the policy
        run: node lease-guard-source/dist/cli/main.js test policy-tests
`;
