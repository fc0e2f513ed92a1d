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
