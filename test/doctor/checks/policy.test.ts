import { expect, it } from "vitest";
import { diagnose } from "../../../src/doctor/diagnose.ts";
import { type DoctorCluster, goodCluster, goodConnection, options } from "../../harness/doctor-cluster.ts";
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

/** Returns a change that sets the files of the ConfigMap's volume, and `--policy`. */
function items(
  policy: string,
  ...list: readonly (readonly [key: string, path: string])[]
): (cluster: DoctorCluster) => void {
  return (cluster) => {
    const configMap = { name: "lease-guard-policy", items: list.map(([key, path]) => ({ key, path })) };
    cluster.set("Deployment", ["spec", "template", "spec", "volumes", 1, "configMap"], configMap);
    cluster.set("Deployment", [...container, "args"], ["serve", `--policy=/etc/lease-guard/policy${policy}`]);
  };
}

const teams = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules:\n  lease/renew-time-kept: { mode: deny }\n";

it.each<[string, (cluster: DoctorCluster) => void, readonly string[]]>([
  ["every key", items(""), ["policy.yaml", "teams.yaml"]],
  ["every key, with a slash at the end", items("/"), ["policy.yaml", "teams.yaml"]],
  ["the keys of items", items("", ["policy.yaml", "policy.yaml"]), ["policy.yaml"]],
  [
    "in the order of the paths",
    items("", ["policy.yaml", "b.yaml"], ["teams.yaml", "a.yaml"]),
    ["teams.yaml", "policy.yaml"],
  ],
  [
    "keys whose paths are policy files",
    items("", ["policy.yaml", "policy.txt"], ["teams.yaml", "a.yaml"]),
    ["teams.yaml"],
  ],
  [
    "the paths below a directory",
    items("/a/b/", ["policy.yaml", "a/b/1.yaml"], ["teams.yaml", "a/2.yaml"]),
    ["policy.yaml"],
  ],
  [
    "without the paths in directories",
    items("", ["policy.yaml", "a/1.yaml"], ["teams.yaml", "2.yaml"]),
    ["teams.yaml"],
  ],
  ["the path of one file", items("/a.yaml", ["policy.yaml", "policy.yaml"], ["teams.yaml", "a.yaml"]), ["teams.yaml"]],
])("expects the files that a pod reads from a directory: %s", (_, plant, keys) => {
  const cluster = goodCluster();
  cluster.set("ConfigMap", ["data", "teams.yaml"], teams);
  plant(cluster);
  const data = cluster.find("ConfigMap")["data"] as Readonly<Record<string, string>>;
  const files = keys.map((key) => ({ file: key, text: data[key] ?? "" }));
  const { findings } = diagnose(cluster.snapshot({ connection: goodConnection(cluster, files) }), options);
  expect(findings).toEqual([]);
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
  "policy: an invalid key that no pod reads, and an invalid key with another path": {
    plant: (cluster) => {
      cluster.set("ConfigMap", ["data", "unread.yaml"], "profil: strict\n");
      cluster.set("ConfigMap", ["data", "other"], "\nprofil: strict\n");
      items("", ["policy.yaml", "policy.yaml"], ["other", "other.yaml"])(cluster);
    },
    finds: ["doctor/policy-valid", "error", "data[other]"],
    says: "2:1: ",
  },
  "policy: no key for a path in a directory": {
    plant: items("/some", ["teams.yaml", "some/a.yaml"]),
    finds: ["doctor/policy-exists", "error", "data"],
    says: "teams.yaml",
  },
  "policy: no path for the only key": {
    plant: items("/policy.yaml", ["policy.yaml", "other.yaml"]),
    finds: ["doctor/policy-exists", "error", "spec.template.spec.volumes[1].configMap.items"],
    says: "/etc/lease-guard/policy/policy.yaml",
  },
  "policy: no path for the only key, in a directory": {
    plant: items("/some", ["policy.yaml", "policy.yaml"]),
    finds: ["doctor/policy-exists", "error", "spec.template.spec.volumes[1].configMap.items"],
    says: "/etc/lease-guard/policy/some",
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
    plant: (cluster) =>
      cluster.set(
        "Deployment",
        ["spec", "template", "spec", "containers", 0, "args", 7],
        "--deny=lease/holder-pattern",
      ),
    finds: ["doctor/policy-valid", "error", "spec.template.spec.containers[0].args"],
    says: "lease/holder-pattern",
  },
  "policy: --deny of a rule without parameters, without --policy": {
    plant: (cluster) => cluster.set("Deployment", [...container, "args"], ["serve", "--deny=lease/holder-pattern"]),
    finds: ["doctor/policy-valid", "error", "spec.template.spec.containers[0].args"],
    says: "--deny: lease/holder-pattern",
  },
  "policy: --deny of an unknown rule": {
    plant: (cluster) => cluster.set("Deployment", [...container, "args", 7], "--deny=lease/strategy-vlid"),
    finds: ["doctor/policy-valid", "error", "spec.template.spec.containers[0].args"],
    says: '--deny: "lease/strategy-vlid" must be a rule: did you mean lease/strategy-valid?',
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
