import { apiServerLease, leaseBy } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const day = 86_400;

testCheck("audit/election-blocked", {
  reports: {
    "a duration of 68 years": {
      objects: [leaseBy({ seconds: 2_147_483_647 })],
      says: /no client takes over before 2094-07-19T/,
    },
    "a term that ends in more than 30 days": { objects: [leaseBy({ seconds: 31 * day })] },
    "a term of more than 30 days that ends sooner": { objects: [leaseBy({ seconds: 31 * day, renewed: -2 * day })] },
    "the largest count": {
      objects: [leaseBy({ transitions: 2_147_483_647 })],
      says: /the count must not exceed 2147483647/,
    },
  },
  silent: {
    "usual values": { objects: [leaseBy()] },
    "a long duration of an expired term": {
      objects: [leaseBy({ seconds: day, renewed: -40 * day, created: -50 * day, holder: "81234" })],
    },
    "a Lease without a holder": { objects: [leaseBy({ holder: "", seconds: day })] },
    "many transitions": { objects: [leaseBy({ transitions: 1_000_000 })] },
    "an API server": { objects: [apiServerLease("abc")] },
  },
});
