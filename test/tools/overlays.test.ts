import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serviceDnsNames } from "../../src/cluster/certs/subject-names.ts";
import { baseFolder, type KubernetesObject } from "../manifests/base.ts";
import { pick, renderedOverlay, renderedTogether } from "./rendered-overlay.ts";

type Labels = Readonly<Record<string, string>>;
interface Annotated {
  readonly metadata: { readonly annotations?: Labels };
}
interface Registration extends Annotated {
  readonly webhooks: readonly {
    readonly failurePolicy: string;
    readonly namespaceSelector: {
      readonly matchExpressions: readonly { readonly key: string; readonly values: readonly string[] }[];
    };
  }[];
}
interface Deployment {
  readonly spec: {
    readonly replicas: number;
    readonly template: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly priorityClassName?: string;
        readonly securityContext: object;
        readonly containers: readonly {
          readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
        }[];
        readonly volumes: readonly { readonly secret: { readonly secretName: string } }[];
      };
    };
  };
}
interface Certificate {
  readonly spec: {
    readonly secretName: string;
    readonly dnsNames?: readonly string[];
    readonly issuerRef: { readonly name: string };
  };
}
interface ServiceMonitor {
  readonly spec: {
    readonly selector: { readonly matchLabels: Labels };
    readonly endpoints: readonly { readonly port: string }[];
  };
}
interface Service extends Annotated {
  readonly spec: {
    readonly selector: Labels;
    readonly ports: readonly { readonly name: string; readonly port: number }[];
  };
}

const overlays = ["cert-manager", "openshift"];
/**
 * The components that contain no source of certificates. Only audit,
 * elections-monitoring, and policies can be used alone.
 */
const withoutOverlay = [
  "audit",
  "deletions",
  "elections-monitoring",
  "every-namespace",
  "fail-closed",
  "monitoring",
  "plain-renewals",
  "policies",
];
/** The rendered objects by name: of each overlay, and of the base with one component. */
const renderedObjects: Readonly<Record<string, readonly KubernetesObject[]>> = {
  ...Object.fromEntries(overlays.map((name) => [name, renderedOverlay(name)])),
  ...Object.fromEntries(
    ["elections-monitoring", "fail-closed", "monitoring"].map((name) => [
      name,
      renderedTogether([`components/${name}`]),
    ]),
  ),
};
const system = ["kube-system", "kube-node-lease", "kube-public", "lease-guard"];
const clusterScoped = ["Namespace", "ValidatingWebhookConfiguration"];
const pod = (objects: readonly KubernetesObject[]) => pick<Deployment>(objects, "Deployment").spec.template.spec;
const excluded = (objects: readonly KubernetesObject[]) =>
  pick<Registration>(objects, "ValidatingWebhookConfiguration").webhooks.map(
    ({ namespaceSelector }) => namespaceSelector.matchExpressions,
  );
const policies = (objects: readonly KubernetesObject[]) =>
  pick<Registration>(objects, "ValidatingWebhookConfiguration").webhooks.map(({ failurePolicy }) => failurePolicy);
const byName = (values: readonly string[]) => ({ key: "kubernetes.io/metadata.name", operator: "NotIn", values });
const twice = <T>(value: T): readonly T[] => [value, value];

test("this test covers every overlay and component except self-managed", () => {
  const folders = (name: string) =>
    readdirSync(join(baseFolder, "..", name)).filter((found) => found !== "self-managed");
  expect(folders("overlays").sort()).toEqual(overlays);
  expect(folders("components").sort()).toEqual([...overlays, ...withoutOverlay].sort());
});

describe.each(Object.entries(renderedObjects))("%s", (_name, objects) => {
  test.each(objects)("$kind $metadata.name has lease-guard's labels and namespace", ({ kind, metadata }) => {
    expect(metadata.namespace).toBe(clusterScoped.includes(kind) ? undefined : "lease-guard");
    expect(metadata.labels).toMatchObject({
      "app.kubernetes.io/name": "lease-guard",
      "app.kubernetes.io/part-of": "lease-guard",
    });
  });

  test("the pod has no more permissions than the base's", () => {
    const { securityContext, containers } = pod(objects);
    expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    expect(containers).toMatchObject([
      {
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        },
      },
    ]);
  });
});

describe("cert-manager", () => {
  const objects = renderedOverlay("cert-manager");
  const serving = pick<Certificate>(objects, "Certificate").spec;
  const ca = pick<Certificate>(objects, "Certificate", "lease-guard-ca").spec;

  test("the certificate is for the Service, in the Secret that the pods mount", () => {
    expect(serving.dnsNames).toEqual(serviceDnsNames("lease-guard", "lease-guard"));
    expect(pod(objects).volumes[0]).toMatchObject({ secret: { secretName: serving.secretName } });
  });

  test("the self-signed issuer, the CA, its issuer, and the certificate reference each other", () => {
    expect(pick(objects, "Issuer", ca.issuerRef.name)).toMatchObject({ spec: { selfSigned: {} } });
    expect(pick(objects, "Issuer", serving.issuerRef.name)).toMatchObject({
      spec: { ca: { secretName: ca.secretName } },
    });
  });

  test("a renewed CA keeps its key, and a renewed serving certificate does not", () => {
    expect(ca).toMatchObject({ isCA: true, privateKey: { rotationPolicy: "Never" } });
    expect(serving).toMatchObject({
      privateKey: { rotationPolicy: "Always" },
      usages: ["digital signature", "server auth"],
    });
  });

  test("the webhook configuration trusts it, and excludes cert-manager's own namespace", () => {
    const { metadata } = pick<Registration>(objects, "ValidatingWebhookConfiguration");
    expect(metadata.annotations).toEqual({ "cert-manager.io/inject-ca-from": "lease-guard/lease-guard" });
    expect(excluded(objects)).toEqual(twice([byName([...system, "cert-manager"])]));
  });
});

describe("openshift", () => {
  const objects = renderedOverlay("openshift");

  test("the service CA creates the Secret that the pods mount, and the bundle", () => {
    const [volume] = pod(objects).volumes;
    expect(pick<Annotated>(objects, "Service").metadata.annotations).toEqual({
      "service.beta.openshift.io/serving-cert-secret-name": volume?.secret.secretName,
    });
    expect(pick<Registration>(objects, "ValidatingWebhookConfiguration").metadata.annotations).toEqual({
      "service.beta.openshift.io/inject-cabundle": "true",
    });
  });

  test("the pod names no user and no group, because its SCC sets them", () => {
    expect(pod(objects).securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
  });

  test("the control plane and the service CA are excluded", () => {
    expect(excluded(objects)).toEqual(
      twice([
        byName([...system, "openshift-service-ca", "openshift-service-ca-operator"]),
        { key: "openshift.io/run-level", operator: "NotIn", values: ["0", "1"] },
      ]),
    );
  });
});

describe("fail-closed", () => {
  const objects = renderedTogether(["components/fail-closed"]);

  test("every webhook fails closed, and the system namespaces stay excluded", () => {
    expect(policies(objects)).toEqual(["Fail", "Fail"]);
    expect(excluded(objects)).toEqual(twice([byName(system)]));
  });

  test("two of three pods stay, and the namespace allows their class", () => {
    expect(pick<Deployment>(objects, "Deployment").spec.replicas).toBe(3);
    expect(pick(objects, "PodDisruptionBudget")).toMatchObject({ spec: { minAvailable: 2 } });
    expect(pick(objects, "ResourceQuota", "lease-guard-critical")).toMatchObject({
      spec: {
        scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", values: [pod(objects).priorityClassName] }] },
      },
    });
  });
});

describe("monitoring", () => {
  const objects = renderedTogether(["components/monitoring"]);
  const [container] = pod(objects).containers;
  const service = pick<Service>(objects, "Service", "lease-guard-metrics");
  const { selector, endpoints } = pick<ServiceMonitor>(objects, "ServiceMonitor").spec;

  test("the monitor, the Service, the pod, and the NetworkPolicy use one port", () => {
    expect(container?.ports.map(({ name, containerPort }) => [name, containerPort])).toContainEqual(["metrics", 8080]);
    expect(service.spec.ports).toEqual([{ name: endpoints[0]?.port, port: 8080, targetPort: "metrics" }]);
    expect(pick(objects, "NetworkPolicy", "lease-guard-metrics")).toMatchObject({
      spec: { ingress: [{ ports: [{ port: "metrics" }] }] },
    });
  });

  test("the monitor selects only the metrics Service, and this Service selects the pods", () => {
    expect(service.metadata.labels).toMatchObject(selector.matchLabels);
    expect(pick(objects, "Service").metadata.labels).not.toMatchObject(selector.matchLabels);
    expect(pick<Deployment>(objects, "Deployment").spec.template.metadata.labels).toMatchObject(service.spec.selector);
  });
});

test.each(["cert-manager", "openshift"])("%s, fail-closed, and monitoring can be combined", (certificates) => {
  const components = [`components/${certificates}`, "components/fail-closed", "components/monitoring"];
  const together = renderedTogether(components);
  const alone = renderedOverlay(certificates);
  expect(policies(together)).toEqual(["Fail", "Fail"]);
  expect(excluded(together)).toEqual(excluded(alone));
  expect(pod(together)).toMatchObject({
    securityContext: pod(alone).securityContext,
    priorityClassName: "system-cluster-critical",
  });
  expect(pick(together, "ServiceMonitor")).toEqual(pick(renderedTogether(["components/monitoring"]), "ServiceMonitor"));
});
