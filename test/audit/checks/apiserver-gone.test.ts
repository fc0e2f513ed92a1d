import { apiServerLease, leaseBy } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

testCheck("audit/apiserver-gone", {
  reports: {
    "an API server that stopped two hours ago": {
      objects: [apiServerLease("abc", { renewed: -7201 })],
      says: /^the API server stopped 2h ago/,
    },
  },
  silent: {
    "an API server that renews": { objects: [apiServerLease("abc")] },
    "an API server that stopped recently": { objects: [apiServerLease("abc", { renewed: -7200 })] },
    "a Lease without the label": { objects: [leaseBy({ holder: "a", seconds: 3600, renewed: -4499 })] },
  },
});
