import { expect, it } from "vitest";
import { type DoctorCluster, goodConnection } from "../../harness/doctor-cluster.ts";
import { diagnosed, policyOf, testPlanted } from "../../harness/planted.ts";

const container = ["spec", "template", "spec", "containers", 0] as const;
const tls = { name: "tls", mountPath: "/etc/lease-guard/tls" };

/** Returns a change that sets the mounts of the container, after the mount of the certificates. */
function mounts(...added: readonly unknown[]): (cluster: DoctorCluster) => void {
  return (cluster) => cluster.set("Deployment", [...container, "volumeMounts"], [tls, ...added]);
}

const directory = { name: "policy", mountPath: "/etc/lease-guard/policy" };
const above = { name: "tls", mountPath: "/etc/lease-guard", subPath: "some" };

it.each([
  ["a directory with a slash at the end", mounts({ ...directory, mountPath: "/etc/lease-guard/policy/" })],
  ["a directory below a mount with subPath", mounts(above, directory)],
  ["a directory below a mount with subPath, in the other order", mounts(directory, above)],
  ["a directory below the root with subPath", mounts({ ...above, mountPath: "/" }, directory)],
])("accepts a policy in %s", (_, plant) => {
  expect(diagnosed({ plant }).findings).toEqual([]);
});

it("accepts a byte order mark, which the server removes", () => {
  const facts = (cluster: DoctorCluster) => {
    const connection = goodConnection(cluster);
    const { "policy.yaml": text } = cluster.find("ConfigMap")["data"] as { readonly "policy.yaml": string };
    cluster.set("ConfigMap", ["data", "policy.yaml"], `\uFEFF${text}`);
    return { connection };
  };
  expect(diagnosed({ facts }).findings).toEqual([]);
});

testPlanted({
  "policy: no ConfigMap": {
    plant: (cluster) => cluster.remove("ConfigMap"),
    finds: ["doctor/policy-exists", "error", "spec.template.spec.volumes[1].configMap.name"],
  },
  "policy: no key in the ConfigMap": {
    plant: (cluster) => cluster.set("ConfigMap", ["data"], { "other.yaml": "" }),
    finds: ["doctor/policy-exists", "error", "data"],
    says: "policy.yaml",
  },
  "policy: invalid": {
    plant: policyOf("profil: strict\n"),
    finds: ["doctor/policy-valid", "error", "data[policy.yaml]"],
    says: "3:1: profil",
  },
  "policy: invalid, in the last --policy": {
    plant: (cluster) => {
      policyOf("profil: strict\n")(cluster);
      cluster.set("Deployment", [...container, "args", 1], "--policy=/elsewhere");
    },
    finds: ["doctor/policy-valid", "error", "data[policy.yaml]"],
    says: "3:1: profil",
  },
  "policy: mounted with subPath, in the last --policy": {
    plant: (cluster) => {
      mounts({ name: "policy", mountPath: "/etc/lease-guard/policy", subPath: "policy" })(cluster);
      const configMap = { name: "lease-guard-policy", items: [{ key: "policy.yaml", path: "policy/policy.yaml" }] };
      cluster.set("Deployment", ["spec", "template", "spec", "volumes", 1, "configMap"], configMap);
      cluster.set("Deployment", [...container, "args", 1], "--policy=/elsewhere");
    },
    finds: ["doctor/policy-reloads", "warning", "spec.template.spec.containers[0].volumeMounts[1].subPath"],
  },
  "policy: an expired exemption": {
    plant: policyOf(
      "exemptions:\n  - { rules: [lease/renew-time-kept], match: { namespaces: [a] }, reason: why, owner: me, expires: 2026-01-01 }\n",
    ),
    finds: ["doctor/policy-without-warnings", "warning", "data[policy.yaml]"],
    says: "4:",
  },
  "policy: --deny of a rule without parameters": {
    plant: (cluster) => cluster.set("Deployment", ["spec", "template", "spec", "containers", 0, "args", 7], "--deny=lease/holder-pattern"),
    finds: ["doctor/policy-valid", "error", "spec.template.spec.containers[0].args"],
    says: "lease/holder-pattern",
  },
  "policy: --deny of a rule without parameters, without --policy": {
    plant: (cluster) => cluster.set("Deployment", [...container, "args"], ["serve", "--deny=lease/holder-pattern"]),
    finds: ["doctor/policy-valid", "error", "spec.template.spec.containers[0].args"],
    says: "--deny: lease/holder-pattern",
  },
  "policy: mounted with subPath": {
    plant: mounts({ name: "policy", mountPath: "/etc/lease-guard/policy/policy.yaml", subPath: "policy.yaml" }),
    finds: ["doctor/policy-reloads", "warning", "spec.template.spec.containers[0].volumeMounts[1].subPath"],
  },
  "policy: mounted with subPath and a slash at the end": {
    plant: mounts(above, { name: "policy", mountPath: "/etc/lease-guard/policy/policy.yaml/", subPath: "policy.yaml" }),
    finds: ["doctor/policy-reloads", "warning", "spec.template.spec.containers[0].volumeMounts[2].subPath"],
  },
  "policy: in a directory that is mounted with subPath": {
    plant: (cluster) => {
      mounts({ ...directory, mountPath: "/etc/lease-guard/policy/", subPath: "some" })(cluster);
      const configMap = { name: "lease-guard-policy", items: [{ key: "policy.yaml", path: "some/policy.yaml" }] };
      cluster.set("Deployment", ["spec", "template", "spec", "volumes", 1, "configMap"], configMap);
    },
    finds: ["doctor/policy-reloads", "warning", "spec.template.spec.containers[0].volumeMounts[1].subPath"],
  },
  "policy: a replica has loaded another": {
    facts: (cluster) => {
      const { readiness, ...rest } = goodConnection(cluster);
      const [first] = readiness;
      const text = first?.text?.replace(/sha256:\w+/, "sha256:000000000000");
      return {
        connection: {
          ...rest,
          readiness: [
            { pod: "a", text: first?.text, reason: "" },
            { pod: "b", text, reason: "" },
          ],
        },
      };
    },
    finds: ["doctor/policy-loaded", "warning", "data"],
    says: "by b, which has sha256:000000000000",
  },
  "policy: a replica has rejected it": {
    facts: (cluster) => {
      const text =
        "[+]shutdown ok\n[-]policy failed: changed file rejected since 2026-07-01T07:00:00.000Z; still sha256:1 of policy.yaml, active since 2026-07-01T06:00:00.000Z\n";
      return { connection: { ...goodConnection(cluster), readiness: [{ pod: "a", text, reason: "" }] } };
    },
    finds: ["doctor/policy-loaded", "error", "data"],
    says: "rejected since",
  },
});
