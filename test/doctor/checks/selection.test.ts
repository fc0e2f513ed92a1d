import { failsClosed, inBoth, testPlanted, webhook } from "../../harness/planted.ts";

testPlanted({
  "failurePolicy: Fail in the system namespaces": {
    plant: (cluster) => {
      failsClosed(cluster);
      cluster.set(webhook, ["webhooks", 0, "namespaceSelector"], undefined);
    },
    finds: ["doctor/system-namespaces-excluded", "error", "webhooks[0].namespaceSelector"],
    says: "kube-system",
  },
  "failurePolicy: Fail in its own namespace": {
    plant: (cluster) => {
      failsClosed(cluster);
      inBoth(["namespaceSelector", "matchExpressions", 0, "values"], ["kube-system", "kube-node-lease"])(cluster);
    },
    finds: ["doctor/system-namespaces-excluded", "error", "webhooks[0].namespaceSelector"],
    says: "lease-guard",
  },
  "failurePolicy: Fail by default, with cert-manager": {
    plant: (cluster) => {
      failsClosed(cluster);
      inBoth(["failurePolicy"], undefined)(cluster);
      cluster.set(webhook, ["metadata", "annotations"], {
        "cert-manager.io/inject-ca-from": "lease-guard/lease-guard",
      });
    },
    finds: ["doctor/system-namespaces-excluded", "error", "webhooks[0].namespaceSelector"],
    says: "cert-manager",
  },
  "namespaceSelector: selects no namespace": {
    plant: inBoth(["namespaceSelector"], { matchLabels: { guarded: "true" } }),
    finds: ["doctor/namespaces-selected", "error", "webhooks[0].namespaceSelector"],
  },
  "objectSelector: set": {
    plant: (cluster) =>
      cluster.set(webhook, ["webhooks", 0, "objectSelector"], {
        matchExpressions: [{ key: "skip", operator: "DoesNotExist" }],
      }),
    finds: ["doctor/objects-selected", "warning", "webhooks[0].objectSelector"],
  },
  "matchConditions: an older expression": {
    plant: (cluster) =>
      cluster.set(webhook, ["webhooks", 0, "matchConditions", 1, "expression"], 'request.operation != "UPDATE"'),
    finds: ["doctor/match-conditions-current", "warning", "webhooks[0].matchConditions[1].expression"],
  },
  "matchConditions: brackets that do not match": {
    plant: (cluster) =>
      cluster.set(webhook, ["webhooks", 0, "matchConditions", 2], {
        name: "mine",
        expression: '("a" == request.userInfo.username',
      }),
    finds: ["doctor/namespaces-selected", "error", "webhooks[0].matchConditions[2].expression"],
  },
  "matchConditions: brackets and quotes in strings": {
    plant: (cluster) =>
      cluster.set(webhook, ["webhooks", 0, "matchConditions", 2], {
        name: "mine",
        expression: `!object.spec.holderIdentity.matches(r'\\') && object.metadata.name != """(" """ // don't`,
      }),
    finds: ["doctor/match-conditions-current", "info", "webhooks[0].matchConditions[2].expression"],
  },
  "matchConditions: false for every write": {
    plant: (cluster) =>
      cluster.set(webhook, ["webhooks", 0, "matchConditions", 1], { name: "not-a-plain-renewal", expression: "false" }),
    finds: ["doctor/namespaces-selected", "error", "webhooks[0].matchConditions[1].expression"],
  },
  "matchConditions: another condition": {
    plant: (cluster) =>
      cluster.set(webhook, ["webhooks", 0, "matchConditions", 2], {
        name: "mine",
        expression: 'request.userInfo.username != "flux"',
      }),
    finds: ["doctor/match-conditions-current", "info", "webhooks[0].matchConditions[2].expression"],
  },
});
