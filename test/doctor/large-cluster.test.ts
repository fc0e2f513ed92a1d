import { expect, test } from "vitest";
import { diagnose } from "../../src/doctor/diagnose.ts";
import { goodCluster, options } from "../harness/doctor-cluster.ts";

/** Returns the names n0, n1, and so on. */
const names = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `n${index}`);

const rules = [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"], operations: ["*"] }];
const notSystem = {
  matchExpressions: [
    { key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system", "kube-node-lease"] },
  ],
};

// The limit is about ten times the usual time. Without the caches, the checks take minutes.
test.each(["has(object.metadata.labels)", 'has(object.metadata.labels) && request.namespace != "n7"'])(
  "5,000 namespaces and 50 webhooks with the condition %s take less than 10 s",
  (expression) => {
    const { add, snapshot } = goodCluster();
    for (const name of names(5000)) add({ kind: "Namespace", metadata: { name, labels: { tenant: name } } });
    for (const name of names(50)) {
      const webhook = {
        name: "a.b.c",
        failurePolicy: "Fail",
        timeoutSeconds: 1,
        clientConfig: { url: "https://a/" },
        rules,
      };
      const webhooks = [{ ...webhook, namespaceSelector: notSystem, matchConditions: [{ name: "some", expression }] }];
      add({ kind: "ValidatingWebhookConfiguration", metadata: { name }, webhooks });
    }
    const cluster = snapshot();
    const begun = performance.now();
    expect(diagnose(cluster, options).findings).toHaveLength(100); // each webhook can reject writes, and is listed
    expect(performance.now() - begun).toBeLessThan(10_000);
  },
);
