import { leaseBy } from "../../harness/audit-objects.ts";
import { type Scene, testCheck } from "../../harness/audit-scene.ts";

type Parts = NonNullable<Parameters<typeof leaseBy>[0]>;

const renewals = (parts: Parts, before = parts): Scene => ({
  objects: [leaseBy({ ...parts, renewed: -1 })],
  earlier: { [-30]: [leaseBy({ ...before, renewed: -31 })] },
});

/** The managedFields of a Lease for which kube-apiserver has recorded no writer of the spec. */
const managedFields = [
  { manager: "kubectl-label", operation: "Update", fieldsType: "FieldsV1", fieldsV1: { "f:metadata": {} } },
];

/** Returns listings, 30 s apart, of a Lease without writers. The last listing is current. */
const unmanaged = (...renewed: readonly (Parts | number)[]): Scene => {
  const leases = renewed.map((each) =>
    leaseBy({ metadata: { managedFields }, ...(typeof each === "number" ? { renewed: each } : each) }),
  );
  const earlier = leases.slice(0, -1).map((lease, index) => [30 * (index + 1 - leases.length), [lease]]);
  return { objects: leases.slice(-1), earlier: Object.fromEntries(earlier) };
};

const twoOwners = [
  { manager: "a", at: -3, renews: true },
  { manager: "b", at: -2, renews: true },
];

testCheck("audit/clock-skewed", {
  reports: {
    "a clock that is an hour ahead": {
      ...renewals({ ahead: 3600 }),
      says: /^the clock of "controller" is at least \S+ ahead of that of the API server/,
    },
    "a clock that is a minute behind": { ...renewals({ ahead: -60 }), says: /is at least \S+ behind that/ },
    "a clock just beyond the allowance": renewals({ ahead: -5.1 }),
    "a renewal before the earlier listing": {
      ...unmanaged({ renewed: -100, holder: "pod-1" }, { renewed: -70, holder: "pod-1" }),
      says: /^the clock of "pod-1" is at least 39s behind that of the API server/,
    },
    "a renewal after the later listing": { ...unmanaged(30, 60), says: /is at least 59s ahead of/ },
    "a renewal just before the earlier listing": { ...unmanaged(-60, -36.1), says: /is at least 5s behind/ },
    "a renewal just after the later listing": { ...unmanaged(-25, 6.1), says: /is at least 5s ahead/ },
    "each renewal of three listings": { ...unmanaged(-160, -130, -100), says: /is at least 1m9s behind/ },
    "a renewal with two owners": renewals({ ahead: -60, writers: twoOwners }),
    "the new manager of each renewal": {
      ...renewals({ ahead: -60, manager: "b" }, { ahead: -60, manager: "a" }),
      says: /clock of "b"/,
    },
  },
  silent: {
    "a correct clock": renewals({}),
    "a clock within the allowance": renewals({ ahead: 4.9 }),
    "a renewTime that no program renews, as after a restore": {
      objects: [leaseBy({ renewed: -100, ahead: -200, holder: "other" })],
      earlier: { [-30]: [leaseBy({ renewed: -100, ahead: -200, holder: "other" })] },
      nodes: ["other"],
    },
    "one skewed renewal": renewals({}, { ahead: -3600 }),
    "a time that a person wrote": renewals({}, { manager: "kubectl-edit", ahead: -3600 }),
    "a later time that a person wrote": renewals({ manager: "kubectl-edit", ahead: -60 }, { ahead: -120 }),
    "a renewal between the listings": unmanaged(-31, -29),
    "a renewal that the allowance explains, before the earlier listing": unmanaged(-60, -36),
    "a renewal that the allowance explains, after the later listing": unmanaged(-25, 6),
    "a renewal that waited": unmanaged(-150, -100, -5),
    "a renewTime that goes back, as after a restore": unmanaged(-31, -110),
    "a clock that was corrected": unmanaged(6, -1),
    "renewals of two holders": unmanaged({ renewed: -100, holder: "a" }, { renewed: -70, holder: "b" }),
    "a Lease that is released": unmanaged({ renewed: -100, holder: "" }, { renewed: -70, holder: "" }),
    "a first renewal": unmanaged({ spec: { renewTime: undefined } }, -70),
    "times in files": { ...unmanaged(-100, -70), isServerTime: false },
  },
});
