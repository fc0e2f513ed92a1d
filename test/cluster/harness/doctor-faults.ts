import { ecPair } from "../../harness/ec-pair.ts";
import { installation } from "./doctor-replicas.ts";

const otherCa = Buffer.from(ecPair({ commonName: "lease-guard CA", isCa: true }).certificate).toString("base64");

/** Merge patches of objects, and the check and the field that must be reported. */
export const planted: readonly (readonly [name: string, path: string, patch: object, finds: readonly [check: string, field: string]])[] = [
  [
    "a Service without pods",
    installation("api/v1", "services", "lease-guard"),
    { spec: { selector: { app: "other" } } },
    ["doctor/service-selects-pods", "spec.selector"],
  ],
  [
    "an invalid policy",
    installation("api/v1", "configmaps", "lease-guard-policy"),
    { data: { "policy.yaml": "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofil: strict\n" } },
    ["doctor/policy-valid", "data[policy.yaml]"],
  ],
  [
    "a policy that the replicas have not loaded",
    installation("api/v1", "configmaps", "lease-guard-policy"),
    { data: { "policy.yaml": "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofile: strict\n" } },
    ["doctor/policy-loaded", "data"],
  ],
  [
    "one replica",
    installation("apis/apps/v1", "deployments", "lease-guard"),
    { spec: { replicas: 1 } },
    ["doctor/replicas-enough", "spec.replicas"],
  ],
  [
    "an endpoint that is not ready",
    installation("apis/discovery.k8s.io/v1", "endpointslices", "lease-guard-x"),
    {
      endpoints: [
        { addresses: ["10.1.0.1"], conditions: { ready: true } },
        { addresses: ["10.1.0.2"], conditions: { ready: false } },
      ],
    },
    ["doctor/endpoints-ready", ""],
  ],
];

/** JSON Patch operations of the ValidatingWebhookConfiguration. */
export const misregistered: readonly (readonly [name: string, patch: readonly object[], finds: readonly [check: string, field: string]])[] =
  [
    [
      "no caBundle",
      [{ op: "remove", path: "/webhooks/0/clientConfig/caBundle" }],
      ["doctor/ca-bundle-set", "webhooks[0].clientConfig.caBundle"],
    ],
    [
      "the caBundle of another CA",
      [{ op: "replace", path: "/webhooks/1/clientConfig/caBundle", value: otherCa }],
      ["doctor/ca-bundle-verifies", "webhooks[1].clientConfig.caBundle"],
    ],
    [
      "another port",
      [0, 1].map((index) => ({ op: "replace", path: `/webhooks/${index}/clientConfig/service/port`, value: 8443 })),
      ["doctor/service-port", "webhooks[0].clientConfig.service.port"],
    ],
    [
      "no updates",
      [{ op: "replace", path: "/webhooks/0/rules/0/operations", value: ["CREATE"] }],
      ["doctor/kinds-sent", "webhooks[0].rules[0].operations"],
    ],
    [
      "failurePolicy Fail in kube-system",
      [
        { op: "replace", path: "/webhooks/1/failurePolicy", value: "Fail" },
        { op: "replace", path: "/webhooks/1/namespaceSelector/matchExpressions/0/values", value: ["kube-node-lease", "lease-guard"] },
      ],
      ["doctor/system-namespaces-excluded", "webhooks[1].namespaceSelector"],
    ],
    [
      "an objectSelector",
      [{ op: "add", path: "/webhooks/0/objectSelector", value: { matchLabels: { guarded: "true" } } }],
      ["doctor/objects-selected", "webhooks[0].objectSelector"],
    ],
  ];
