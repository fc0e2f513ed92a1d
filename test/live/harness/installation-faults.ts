import { installation } from "./doctor-replicas.ts";
import type { Faults } from "./plant.ts";

const service = installation("api/v1", "services", "lease-guard");
const deployment = installation("apis/apps/v1", "deployments", "lease-guard");
const slice = installation("apis/discovery.k8s.io/v1", "endpointslices", "lease-guard-x");
const container = "/spec/template/spec/containers/0";

/** Misconfigurations of the Service, the Deployment, and the pods. */
export const installationFaults: Faults = {
  "a deleted Service": {
    changes: [{ path: service, remove: true }],
    finds: [
      ["doctor/service-exists", "ValidatingWebhookConfiguration lease-guard", "webhooks[0].clientConfig.service"],
    ],
  },
  "a target port on which no pod listens": {
    changes: [{ path: service, patch: [{ op: "replace", path: "/spec/ports/0/targetPort", value: 9443 }] }],
    finds: [["doctor/service-port", "Service lease-guard", "spec.ports[0].targetPort"]],
  },
  "a target port that is not a port of the container": {
    changes: [{ path: service, patch: [{ op: "replace", path: "/spec/ports/0/targetPort", value: "web" }] }],
    finds: [["doctor/service-port", "Service lease-guard", "spec.ports[0].targetPort"]],
  },
  "a Service without pods": {
    changes: [{ path: service, patch: { spec: { selector: { app: "other" } } } }],
    finds: [["doctor/service-selects-pods", "Service lease-guard", "spec.selector"]],
  },
  "an endpoint that is not ready": {
    changes: [{ path: slice, patch: [{ op: "replace", path: "/endpoints/1/conditions/ready", value: false }] }],
    finds: [["doctor/endpoints-ready", "Service lease-guard", ""]],
  },
  "no endpoints": {
    changes: [{ path: slice, remove: true }],
    finds: [["doctor/endpoints-ready", "Service lease-guard", ""]],
  },
  "a NetworkPolicy that only the pods of the namespace pass": {
    changes: [
      {
        path: installation("apis/networking.k8s.io/v1", "networkpolicies", "lease-guard"),
        patch: { spec: { ingress: [{ from: [{ podSelector: {} }] }] } },
      },
    ],
    finds: [["doctor/network-policies-admit", "NetworkPolicy lease-guard", "spec.ingress"]],
  },
  "a CronJob for another Service": {
    changes: [
      {
        path: installation("apis/batch/v1", "cronjobs", "lease-guard-certificates"),
        patch: [
          {
            op: "add",
            path: "/spec/jobTemplate/spec/template/spec/containers/0/args/-",
            value: "--service=other",
          },
        ],
      },
    ],
    finds: [
      [
        "doctor/names-agree",
        "CronJob lease-guard-certificates",
        "spec.jobTemplate.spec.template.spec.containers[0].args",
      ],
    ],
  },
  "a suspended CronJob": {
    changes: [
      {
        path: installation("apis/batch/v1", "cronjobs", "lease-guard-certificates"),
        patch: { spec: { suspend: true } },
      },
    ],
    finds: [["doctor/certificates-renewed", "CronJob lease-guard-certificates", "spec.suspend"]],
  },
  "a CronJob without permissions": {
    changes: [
      {
        path: installation("apis/rbac.authorization.k8s.io/v1", "rolebindings", "lease-guard-certificates"),
        remove: true,
      },
    ],
    finds: [
      [
        "doctor/certificates-permitted",
        "CronJob lease-guard-certificates",
        "spec.jobTemplate.spec.template.spec.serviceAccountName",
      ],
    ],
  },
  "a quota without Leases": {
    changes: [
      {
        path: "/api/v1/namespaces/default/resourcequotas",
        create: { metadata: { name: "none" }, spec: { hard: { "count/leases.coordination.k8s.io": "0" } } },
      },
    ],
    finds: [["doctor/quotas-leave-leases", "ResourceQuota none", "spec.hard[count/leases.coordination.k8s.io]"]],
  },
  "a HorizontalPodAutoscaler that keeps one pod": {
    changes: [
      {
        path: installation("apis/autoscaling/v2", "horizontalpodautoscalers"),
        create: {
          metadata: { name: "lease-guard" },
          spec: {
            scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "lease-guard" },
            minReplicas: 1,
            maxReplicas: 5,
          },
        },
      },
    ],
    finds: [["doctor/replicas-enough", "HorizontalPodAutoscaler lease-guard", "spec.minReplicas"]],
  },
  "one replica": {
    changes: [{ path: deployment, patch: { spec: { replicas: 1 } } }],
    finds: [["doctor/replicas-enough", "Deployment lease-guard", "spec.replicas"]],
  },
  "a replica that is not available": {
    changes: [{ path: `${deployment}/status`, patch: { status: { readyReplicas: 1, availableReplicas: 1 } } }],
    finds: [["doctor/replicas-available", "Deployment lease-guard", "status.availableReplicas"]],
  },
  "an address that only the pod itself reaches": {
    changes: [
      { path: deployment, patch: [{ op: "add", path: `${container}/args/-`, value: "--bind-address=127.0.0.1" }] },
    ],
    finds: [["doctor/address-reachable", "Deployment lease-guard", "spec.template.spec.containers[0].args"]],
  },
  "a certificate that each pod issues": {
    changes: [{ path: deployment, patch: [{ op: "add", path: `${container}/args/-`, value: "--self-signed" }] }],
    finds: [["doctor/certificate-files-used", "Deployment lease-guard", "spec.template.spec.containers[0].args"]],
  },
  "a client CA without a volume": {
    changes: [
      {
        path: deployment,
        patch: [{ op: "add", path: `${container}/args/-`, value: "--client-ca-file=/etc/ca/ca.crt" }],
      },
    ],
    finds: [["doctor/files-mounted", "Deployment lease-guard", "spec.template.spec.containers[0].volumeMounts"]],
  },
  "no readiness probe": {
    changes: [{ path: deployment, patch: [{ op: "remove", path: `${container}/readinessProbe` }] }],
    finds: [["doctor/readiness-probed", "Deployment lease-guard", "spec.template.spec.containers[0].readinessProbe"]],
  },
  "a paused Deployment": {
    changes: [{ path: deployment, patch: { spec: { paused: true } } }],
    finds: [["doctor/rollout-not-paused", "Deployment lease-guard", "spec.paused"]],
  },
  "a pod with another image": {
    changes: [
      {
        path: installation("api/v1", "pods", "replica-1"),
        patch: [{ op: "replace", path: "/spec/containers/0/image", value: "lease-guard:latest" }],
      },
    ],
    finds: [["doctor/images-equal", "Pod replica-1", "spec.containers[0].image"]],
  },
  "pods with different images of the same tag": {
    changes: [
      {
        path: `${installation("api/v1", "pods", "replica-1")}/status`,
        patch: [{ op: "replace", path: "/status/containerStatuses/0/imageID", value: "sha256:2" }],
      },
    ],
    finds: [["doctor/images-equal", "Deployment lease-guard", "spec.template.spec.containers[0].image"]],
  },
  "an image of another version, which no pod runs": {
    changes: [{ path: deployment, patch: [{ op: "replace", path: `${container}/image`, value: "lease-guard:0.0.9" }] }],
    finds: [
      ["doctor/images-equal", "Pod replica-0", "spec.containers[0].image"],
      ["doctor/images-equal", "Pod replica-1", "spec.containers[0].image"],
      ["doctor/version-current", "Deployment lease-guard", "spec.template.spec.containers[0].image"],
    ],
  },
};
