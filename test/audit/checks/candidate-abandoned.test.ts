import { candidateBy } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

testCheck("audit/candidate-abandoned", {
  reports: {
    "a candidate that has not renewed for an hour": {
      objects: [candidateBy({ renewed: -3601 })],
      says: /for 1h and is not pinged/,
    },
    "a candidate that does not respond to pings": {
      objects: [candidateBy({ renewed: -9000, pinged: -60 })],
      says: /does not respond to pings; the last ping was 1m ago/,
    },
    "a candidate with an old ping": {
      objects: [candidateBy({ renewed: -9000, pinged: -8000 })],
      says: /is not pinged/,
    },
  },
  silent: {
    "a candidate that renews": { objects: [candidateBy()] },
    "a candidate that kube-apiserver deletes soon": { objects: [candidateBy({ renewed: -3600 })] },
    "a candidate that answers pings": { objects: [candidateBy({ renewed: -10, pinged: -12 })] },
  },
});
