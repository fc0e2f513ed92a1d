import type { Change, Faults } from "./plant.ts";
import { admissionPath, registrationsPath } from "./registration.ts";

const leases = {
  apiGroups: ["coordination.k8s.io"],
  apiVersions: ["v1"],
  resources: ["leases"],
  operations: ["CREATE", "UPDATE"],
};
const byName = { key: "kubernetes.io/metadata.name", operator: "In" };
/**
 * Selects a namespace in which the test writes no Leases. Webhooks and policies that fail closed
 * for this namespace therefore block no write of the test.
 */
const workloads = { matchExpressions: [{ ...byName, values: ["default"] }] };
const controlPlane = { matchExpressions: [{ ...byName, values: ["kube-system"] }] };

/** Returns the changes that create a policy that denies nothing, and its binding. */
function otherPolicy(policy: object, binding: object = {}): readonly Change[] {
  const metadata = { name: "other" };
  const spec = { matchConstraints: { resourceRules: [leases] }, validations: [{ expression: "true" }], ...policy };
  const bound = { policyName: "other", validationActions: ["Deny"], ...binding };
  return [
    { path: `${admissionPath}/validatingadmissionpolicies`, create: { metadata, spec } as Named },
    { path: `${admissionPath}/validatingadmissionpolicybindings`, create: { metadata, spec: bound } as Named },
  ];
}

/**
 * Returns the changes that create a MutatingAdmissionPolicy, which changes the duration of Leases in
 * a namespace without Leases, and its binding.
 */
function mutatingPolicy(): readonly Change[] {
  const metadata = { name: "other" };
  const expression = "Object{spec: Object.spec{leaseDurationSeconds: 15}}";
  const spec = {
    matchConstraints: { resourceRules: [leases], namespaceSelector: workloads },
    failurePolicy: "Ignore",
    reinvocationPolicy: "Never",
    mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: { expression } }],
  };
  return [
    { path: `${admissionPath}/mutatingadmissionpolicies`, create: { metadata, spec } as Named },
    {
      path: `${admissionPath}/mutatingadmissionpolicybindings`,
      create: { metadata, spec: { policyName: "other" } } as Named,
    },
  ];
}

type Named = { readonly metadata: { readonly name: string } };

/** Returns the change that creates a webhook of another program, which calls a Service. */
function otherWebhook(webhook: object, path = registrationsPath): Change {
  const defaults = {
    name: "other.example.com",
    failurePolicy: "Ignore",
    timeoutSeconds: 2,
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    rules: [leases],
    namespaceSelector: workloads,
    clientConfig: { url: "https://127.0.0.1:9/" },
  };
  return { path, create: { metadata: { name: "other" }, webhooks: [{ ...defaults, ...webhook }] } as Named };
}

const service = { name: "other", namespace: "default" };
const otherService = { metadata: { name: "other" }, spec: { selector: { app: "other" }, ports: [{ port: 443 }] } };

/** Webhooks and policies of other programs that can delay or reject writes of Leases. */
export const foreignFaults: Faults = {
  "a policy of another program that fails closed in kube-system": {
    changes: otherPolicy({
      failurePolicy: "Fail",
      matchConstraints: { resourceRules: [leases], namespaceSelector: controlPlane },
    }),
    finds: [
      ["doctor/other-policies-fail-open", "ValidatingAdmissionPolicy other", "spec.failurePolicy"],
      ["doctor/other-policies-listed", "ValidatingAdmissionPolicy other", ""],
    ],
  },
  "a policy of another program whose parameters can be missing": {
    changes: otherPolicy(
      { paramKind: { apiVersion: "v1", kind: "ConfigMap" } },
      {
        paramRef: { name: "limits", namespace: "default", parameterNotFoundAction: "Deny" },
        matchResources: { namespaceSelector: workloads },
      },
    ),
    finds: [
      [
        "doctor/other-policies-have-parameters",
        "ValidatingAdmissionPolicyBinding other",
        "spec.paramRef.parameterNotFoundAction",
      ],
      ["doctor/other-policies-listed", "ValidatingAdmissionPolicy other", ""],
    ],
  },
  "a policy of another program that changes the spec of Leases": {
    changes: mutatingPolicy(),
    finds: [
      [
        "doctor/other-policies-keep-spec",
        "MutatingAdmissionPolicy other",
        "spec.mutations[0].applyConfiguration.expression",
      ],
      ["doctor/other-policies-listed", "MutatingAdmissionPolicy other", ""],
    ],
  },
  "a webhook of another program that fails closed": {
    changes: [otherWebhook({ failurePolicy: "Fail" })],
    finds: [
      ["doctor/other-webhooks-fail-open", "ValidatingWebhookConfiguration other", "webhooks[0].failurePolicy"],
      ["doctor/other-webhooks-listed", "ValidatingWebhookConfiguration other", "webhooks[0]"],
    ],
  },
  "a mutating webhook of another program that is called twice": {
    changes: [
      otherWebhook(
        { timeoutSeconds: 10, reinvocationPolicy: "IfNeeded" },
        `${admissionPath}/mutatingwebhookconfigurations`,
      ),
    ],
    finds: [
      ["doctor/other-webhooks-fast", "MutatingWebhookConfiguration other", "webhooks[0].timeoutSeconds"],
      ["doctor/other-webhooks-listed", "MutatingWebhookConfiguration other", "webhooks[0]"],
    ],
  },
  "a webhook of another program whose Service does not exist": {
    changes: [otherWebhook({ clientConfig: { service } })],
    finds: [
      ["doctor/other-webhooks-available", "ValidatingWebhookConfiguration other", "webhooks[0].clientConfig.service"],
      ["doctor/other-webhooks-listed", "ValidatingWebhookConfiguration other", "webhooks[0]"],
    ],
  },
  "a webhook of another program whose Service has no endpoints": {
    changes: [
      { path: "/api/v1/namespaces/default/services", create: otherService },
      otherWebhook({ clientConfig: { service } }),
    ],
    finds: [
      ["doctor/other-webhooks-available", "ValidatingWebhookConfiguration other", "webhooks[0].clientConfig.service"],
      ["doctor/other-webhooks-listed", "ValidatingWebhookConfiguration other", "webhooks[0]"],
    ],
  },
  "a webhook of another program for Leases in kube-system": {
    changes: [otherWebhook({ namespaceSelector: controlPlane })],
    finds: [
      [
        "doctor/other-webhooks-off-system-leases",
        "ValidatingWebhookConfiguration other",
        "webhooks[0].namespaceSelector",
      ],
      ["doctor/other-webhooks-listed", "ValidatingWebhookConfiguration other", "webhooks[0]"],
    ],
  },
};
