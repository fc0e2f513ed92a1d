/**
 * A GitHub workflow that checks the policy, runs its tests, and checks manifests. The workflow
 * fails with instructions until the user sets the repository and the commit of lease-guard.
 */
export const workflowTemplate = `# Checks the policy, runs its tests, and checks the Leases in the manifests of this repository.
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
      - name: Check the policy
        run: node lease-guard-source/dist/cli/main.js policy check policy.yaml
      - name: Test the policy
        run: node lease-guard-source/dist/cli/main.js test policy-tests
`;
