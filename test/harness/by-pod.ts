import type { UserInfo } from "../../src/rules/rule.ts";

/**
 * Returns the user of a pod's token, as kube-apiserver sends it. `serviceAccount` has the form
 * NAMESPACE:NAME.
 */
export function byPod(pod: string, node = "node-1", serviceAccount = "team-a:controller"): UserInfo {
  const [namespace] = serviceAccount.split(":");
  return {
    username: `system:serviceaccount:${serviceAccount}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
    extra: {
      "authentication.kubernetes.io/credential-id": ["JTI=8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c"],
      "authentication.kubernetes.io/node-name": [node],
      "authentication.kubernetes.io/pod-name": [pod],
      "authentication.kubernetes.io/pod-uid": ["4f5a9b8c-7d6e-4f4a-8b2c-8a7f3b9c1d2e"],
    },
  };
}
