import { expect, test } from "vitest";
import { leaseBy } from "../../harness/audit-objects.ts";
import { auditScene, testCheck } from "../../harness/audit-scene.ts";

const tracked = leaseBy({ name: "other" });
const ofLabels = {
  manager: "kubectl-label",
  operation: "Update",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:metadata": {} },
};
const untracked = leaseBy({ writers: [] });

testCheck("audit/fields-untracked", {
  reports: {
    "an empty list": { objects: [untracked], says: /^kube-apiserver records no times of writes to the Lease/ },
    "no list": { objects: [leaseBy({ metadata: { managedFields: undefined } })] },
    "a file in which another Lease has the list": { objects: [tracked, untracked], isServerTime: false },
  },
  silent: {
    "an entry of a writer": { objects: [tracked] },
    "an entry that only owns labels": { objects: [leaseBy({ metadata: { managedFields: [ofLabels] } })] },
    "an expired term": { objects: [leaseBy({ writers: [], renewed: -20 })] },
    "no holder": { objects: [leaseBy({ writers: [], holder: "" })] },
    "a file without any list, as kubectl prints it": { objects: [untracked], isServerTime: false },
  },
});

test("the finding contains the command that starts tracking again", () => {
  const { result } = auditScene({ objects: [untracked] });
  expect(result.objects[0]?.findings[0]?.remedy).toBe(
    `printf %s '{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"namespace":"team-a","name":"controller"}}' | kubectl apply --server-side --field-manager=lease-guard -f -`,
  );
});
