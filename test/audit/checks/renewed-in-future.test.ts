import { leaseBy } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

testCheck("audit/renewed-in-future", {
  reports: {
    "a renewTime an hour ahead": {
      objects: [leaseBy({ ahead: 3600, renewed: 0 })],
      says: /^renewTime is 1h after the time of the API server/,
    },
    "a renewTime in 2094": {
      objects: [leaseBy({ spec: { renewTime: "2094-07-19T11:14:07.000000Z" } })],
      says: /^renewTime is \d+d\d*h? after the time of the API server/,
    },
    "a renewTime beyond the allowance": { objects: [leaseBy({ renewed: 6.1 })] },
  },
  silent: {
    "a renewTime in the past": { objects: [leaseBy()] },
    "a renewTime within the allowance and a second": { objects: [leaseBy({ renewed: 6 })] },
    "a Lease without a renewTime": { objects: [leaseBy({ spec: { renewTime: undefined } })] },
  },
});
