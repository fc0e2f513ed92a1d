import { describe, expect, test } from "vitest";
import { reportKinds } from "../../src/audit/report-objects.ts";
import { componentFolder, type KubernetesObject } from "../manifests/base.ts";
import { pick, rendered, renderedTogether } from "./rendered-overlay.ts";

interface PodTemplate {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly serviceAccountName: string;
    readonly securityContext: object;
    readonly containers: readonly {
      readonly image: string;
      readonly args: readonly string[];
      readonly securityContext: object;
    }[];
  };
}
interface Workload {
  readonly spec: { readonly template: PodTemplate };
}
interface CronJob {
  readonly spec: { readonly concurrencyPolicy: string; readonly jobTemplate: Workload };
}
interface Role {
  readonly rules: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly verbs: readonly string[];
  }[];
}
interface Binding {
  readonly roleRef: object;
  readonly subjects: readonly object[];
}

const name = "lease-guard-audit";
const objects = renderedTogether(["components/audit"]);
const base = renderedTogether([]);
const clusterScoped = ["Namespace", "ValidatingWebhookConfiguration", "ClusterRole", "ClusterRoleBinding"];
const job = pick<CronJob>(objects, "CronJob", name).spec.jobTemplate.spec.template;
const deployment = pick<Workload>(objects, "Deployment").spec.template;
const texts = (of: readonly KubernetesObject[]): readonly string[] => of.map((object) => JSON.stringify(object));

test.each(objects)("$kind $metadata.name has lease-guard's labels and namespace", ({ kind, metadata }) => {
  expect(metadata.namespace).toBe(clusterScoped.includes(kind) ? undefined : "lease-guard");
  expect(metadata.labels).toMatchObject({
    "app.kubernetes.io/name": "lease-guard",
    "app.kubernetes.io/part-of": "lease-guard",
  });
});

test("the base is unchanged, and the component can be used alone", () => {
  const added = texts(objects).filter((text) => !texts(base).includes(text));
  expect(objects.length - base.length).toBe(6);
  expect(texts(rendered(componentFolder("audit")))).toEqual(added);
});

describe("permissions", () => {
  test("a reader can only list, and get a namespace", () => {
    const { rules } = pick<Role>(objects, "ClusterRole", name);
    expect(rules).toEqual([
      { apiGroups: ["coordination.k8s.io"], resources: ["leases", "leasecandidates"], verbs: ["list"] },
      { apiGroups: [""], resources: ["events"], verbs: ["list"] },
      {
        apiGroups: ["apps"],
        resources: ["deployments", "replicasets", "statefulsets", "daemonsets"],
        verbs: ["list"],
      },
      {
        apiGroups: ["rbac.authorization.k8s.io"],
        resources: ["roles", "rolebindings", "clusterroles", "clusterrolebindings"],
        verbs: ["list"],
      },
      { apiGroups: [""], resources: ["namespaces"], verbs: ["get"] },
      { apiGroups: [""], resources: ["pods", "nodes"], verbs: ["list"] },
    ]);
  });

  test("the second role writes exactly the kinds of reports", () => {
    const { rules } = pick<Role>(objects, "ClusterRole", `${name}-reports`);
    const written = new Set(reportKinds.map(({ apiVersion, resource }) => `${resource}.${apiVersion.split("/")[0]}`));
    expect(
      rules.flatMap(({ apiGroups, resources }) => resources.map((resource) => `${resource}.${apiGroups.join()}`)),
    ).toEqual([...written]);
    expect(rules.map(({ verbs }) => verbs)).toEqual(rules.map(() => ["list", "create", "update", "delete"]));
  });

  test.each([name, `${name}-reports`])("%s is bound only to the account of the CronJob", (role) => {
    const { roleRef, subjects } = pick<Binding>(objects, "ClusterRoleBinding", role);
    expect(roleRef).toMatchObject({ kind: "ClusterRole", name: role });
    expect(subjects).toEqual([{ kind: "ServiceAccount", name, namespace: "lease-guard" }]);
    expect(job.spec.serviceAccountName).toBe(name);
  });
});

describe("the pod", () => {
  test("runs one audit at a time, with the image of the webhook", () => {
    expect(pick<CronJob>(objects, "CronJob", name).spec.concurrencyPolicy).toBe("Forbid");
    expect(job.spec.containers).toMatchObject([
      { args: ["audit", "--write-reports", "--fail-on=never"], image: deployment.spec.containers[0]?.image },
    ]);
  });

  test("has no more privilege than the webhook's, and is not selected as the webhook", () => {
    expect(job.spec.containers[0]?.securityContext).toEqual(deployment.spec.containers[0]?.securityContext);
    const { fsGroup: _, ...securityContext } = deployment.spec.securityContext as { readonly fsGroup: number };
    expect(job.spec.securityContext).toEqual(securityContext);
    expect(job.metadata.labels["app.kubernetes.io/component"]).toBe("audit");
  });
});
