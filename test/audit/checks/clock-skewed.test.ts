import { leaseBy } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const renewals = (parts: Parameters<typeof leaseBy>[0], before = parts) => ({
  objects: [leaseBy({ ...parts, renewed: -1 })],
  earlier: { [-30]: [leaseBy({ ...before, renewed: -31 })] },
});

testCheck("audit/clock-skewed", {
  reports: {
    "a clock that is an hour ahead": {
      ...renewals({ ahead: 3600 }),
      says: /^the clock of "controller" is at least \S+ ahead of that of the API server/,
    },
    "a clock that is a minute behind": { ...renewals({ ahead: -60 }), says: /is at least \S+ behind that/ },
    "a clock just beyond the allowance": renewals({ ahead: -5.1 }),
  },
  silent: {
    "a correct clock": renewals({}),
    "a clock within the allowance": renewals({ ahead: 4.9 }),
    "a renewTime that no program renews, as after a restore": {
      objects: [leaseBy({ renewed: -100, ahead: -200, holder: "other" })],
      earlier: { [-30]: [leaseBy({ renewed: -100, ahead: -200, holder: "other" })] },
    },
    "one skewed renewal": renewals({}, { ahead: -3600 }),
    "a time that a person wrote": renewals({}, { manager: "kubectl-edit", ahead: -3600 }),
    "no managedFields": renewals({ ahead: -60, writers: [] }),
    "two owners of renewTime": renewals({
      ahead: -60,
      writers: [
        { manager: "a", at: -3, renews: true },
        { manager: "b", at: -2, renews: true },
      ],
    }),
  },
});
