import { describe, expect, test } from "vitest";
import { certsCommand } from "../../src/cli/certs/command.ts";
import type { KubernetesObject } from "../manifests/base.ts";
import { pick, renderedOverlay, renderedTogether } from "./rendered-overlay.ts";

interface Pod {
  readonly serviceAccountName: string;
  readonly containers: readonly {
    readonly image: string;
    readonly args: readonly string[];
    readonly securityContext: object;
  }[];
  readonly securityContext: object;
}
interface Template {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: Pod;
}
interface Job {
  readonly spec: { readonly template: Template };
}
interface Role {
  readonly rules: readonly {
    readonly resources: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly verbs: readonly string[];
  }[];
}
interface Binding {
  readonly roleRef: { readonly kind: string; readonly name: string };
  readonly subjects: readonly object[];
}

const name = "lease-guard-certificates";
const objects = renderedOverlay("self-managed");
const base = renderedTogether([]);
const clusterScoped = ["Namespace", "ValidatingWebhookConfiguration", "ClusterRole", "ClusterRoleBinding"];
const job = pick<Job>(objects, "Job", name).spec.template;
const cronJob = pick<{ spec: { concurrencyPolicy: string; schedule: string; jobTemplate: Job } }>(
  objects,
  "CronJob",
  name,
).spec;
const deployment = pick<Job>(objects, "Deployment").spec.template;

/** The default values of the flags of `certs apply`. */
const defaults = new Map(
  certsCommand()
    .commands.find((command) => command.name() === "apply")
    ?.options.map(({ long, defaultValue }) => [long, defaultValue as unknown]),
);

test.each(objects)("$kind $metadata.name has lease-guard's labels and namespace", ({ kind, metadata }) => {
  expect(metadata.namespace).toBe(clusterScoped.includes(kind) ? undefined : "lease-guard");
  expect(metadata.labels).toMatchObject({
    "app.kubernetes.io/name": "lease-guard",
    "app.kubernetes.io/part-of": "lease-guard",
  });
});

test("the base is unchanged", () => {
  const texts = objects.map((object) => JSON.stringify(object));
  expect(base.filter((object) => !texts.includes(JSON.stringify(object)))).toEqual([]);
  expect(objects.length - base.length).toBe(7);
});

describe("names", () => {
  test("the flags' defaults are the overlay's names", () => {
    expect(pick(objects, "Service", String(defaults.get("--service"))).metadata.namespace).toBe("lease-guard");
    expect(JSON.stringify(deployment)).toContain(`"secretName":"${defaults.get("--secret")}"`);
    expect(JSON.stringify(deployment)).not.toContain(String(defaults.get("--ca-secret")));
    expect(
      pick(objects, "ValidatingWebhookConfiguration", String(defaults.get("--webhook-configuration"))),
    ).toBeDefined();
  });

  test("the roles have exactly the necessary permissions", () => {
    expect(pick<Role>(objects, "Role", name).rules).toEqual([
      {
        apiGroups: [""],
        resources: ["secrets"],
        resourceNames: [defaults.get("--ca-secret"), defaults.get("--secret")],
        verbs: ["get", "update"],
      },
      { apiGroups: [""], resources: ["secrets"], verbs: ["create"] },
    ]);
    expect(pick<Role>(objects, "ClusterRole", name).rules).toEqual([
      {
        apiGroups: ["admissionregistration.k8s.io"],
        resources: ["validatingwebhookconfigurations"],
        resourceNames: [defaults.get("--webhook-configuration")],
        verbs: ["get", "patch"],
      },
    ]);
  });

  test.each(["Role", "ClusterRole"])("%s is bound only to the Job's account", (kind) => {
    const { roleRef, subjects } = pick<Binding>(objects, `${kind}Binding`, name);
    expect(roleRef).toMatchObject({ kind, name });
    expect(subjects).toEqual([{ kind: "ServiceAccount", name, namespace: "lease-guard" }]);
    expect(job.spec.serviceAccountName).toBe(name);
  });
});

describe("the pods", () => {
  test("Job and CronJob run the same, one at a time, each day", () => {
    expect(cronJob.jobTemplate.spec.template).toEqual(job);
    expect(cronJob).toMatchObject({
      concurrencyPolicy: "Forbid",
      schedule: expect.stringMatching(/^\d+ \d+ \* \* \*$/),
    });
    expect(job.spec.containers).toMatchObject([
      { args: ["certs", "apply"], image: deployment.spec.containers[0]?.image },
    ]);
  });

  test("they have no more privilege than the webhook's, and are not selected as the webhook", () => {
    expect(job.spec.containers[0]?.securityContext).toEqual(deployment.spec.containers[0]?.securityContext);
    const { fsGroup: _, ...securityContext } = deployment.spec.securityContext as { readonly fsGroup: number };
    expect(job.spec.securityContext).toEqual(securityContext);
    expect(job.metadata.labels["app.kubernetes.io/component"]).toBe("certificates");
  });

  test("it can be combined with fail-closed and monitoring", () => {
    const together: readonly KubernetesObject[] = renderedTogether([
      "components/self-managed",
      "components/fail-closed",
      "components/monitoring",
    ]);
    expect(pick<Job>(together, "Job", name).spec.template).toEqual(job);
    expect(pick(together, "ServiceMonitor")).toBeDefined();
  });
});
