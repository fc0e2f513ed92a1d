// Measures what an exported fence adds to writes of ConfigMaps through a real kube-apiserver: writes
// of the leader, and writes of another user, with 1 Lease and with 1,000 Leases in the cluster.
// Usage: node bench/fence.mjs [ROUNDS=150] [WRITES=20]. The first run takes minutes, because it
// builds the programs of .ci/kube-assets.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { microTime } from "./lease-writes.mjs";
import { node } from "./peers.mjs";
import { serverCpuMs } from "./server-cpu.mjs";
import { atMost, median, medianInterval, ratio } from "./statistics.mjs";

const [, program = fileURLToPath(import.meta.url), rounds = 150, writes = 20] = process.argv;
/** The namespaces of the contenders. The fence matches only the objects of one of them. */
const [nothing, fence] = ["nothing", "fence"];
/** The users who write, and the limit of the ratio of their times. */
const users = { leader: 1.3, "another user": 1.25 };
const account = "operator";
const lease = "operator";
const pod = "operator-7d9c5b8f6d-x2x4z";
const group = "writers";

// The benchmark uses the cluster of the tests, which is written in TypeScript. Node 20 cannot read
// TypeScript.
if (process.features.typescript) await measure();
else process.exitCode = spawnSync(node(24), [program, rounds, writes].map(String), { stdio: "inherit" }).status;

async function measure() {
  const { startWorld } = await import("../test/live/harness/world.ts");
  const { newest } = await import("../test/live/harness/release.ts");
  const world = await startWorld({ ...newest, featureGates: "CoordinatedLeaderElection=false" });
  try {
    await allowWriters(world.api);
    const contenders = [];
    for (const namespace of [nothing, fence])
      for (const user of Object.keys(users)) contenders.push(await contender(world.api, { namespace, user }));
    await applyFence(world);
    for (const count of [1, 1000]) {
      await createLeases(world.api, count);
      report(count, await writeInTurn(contenders));
    }
  } finally {
    await world.stop();
  }
}

async function send(api, method, path, call) {
  const answer = await api.call(method, path, call);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`);
  return answer;
}

/** Gives the group of all writers the permission to write ConfigMaps. */
async function allowWriters(api) {
  const rbac = "rbac.authorization.k8s.io";
  const metadata = { name: group };
  const role = { metadata, rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["*"] }] };
  const binding = {
    metadata,
    subjects: [{ apiGroup: rbac, kind: "Group", name: group }],
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: group },
  };
  await send(api, "POST", `/apis/${rbac}/v1/clusterroles`, { body: role });
  await send(api, "POST", `/apis/${rbac}/v1/clusterrolebindings`, { body: binding });
}

/** Returns the pod of the operator, or a user without a pod. */
function writerOf(user, name = pod) {
  if (user !== "leader") return { username: user, groups: [group] };
  const extra = { "authentication.kubernetes.io/pod-name": [name] };
  return { username: `system:serviceaccount:${fence}:${account}`, groups: [group], extra };
}

/** Creates a ConfigMap, and returns a function that updates it and returns the time of the write. */
async function contender(api, { namespace, user }) {
  await api.call("POST", "/api/v1/namespaces", { body: { metadata: { name: namespace } } });
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  const metadata = { name: user.replace(" ", "-") };
  let n = 0;
  const body = () => ({ apiVersion: "v1", kind: "ConfigMap", metadata, data: { n: String(n++) } });
  await send(api, "POST", path, { body: body() });
  const writer = writerOf(user);
  const write = async () => (await send(api, "PUT", `${path}/${metadata.name}`, { body: body(), writer })).durationMs;
  return { namespace, user, write };
}

/** Creates Leases until the cluster has `count` of them. The leader holds the first one. */
async function createLeases(api, count) {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${fence}/leases`;
  for (let index = 1; index < count; index++)
    await send(api, "POST", path, { body: { metadata: { name: `other-${index}` }, spec: held() } });
}

function held() {
  return {
    holderIdentity: `${pod}_5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e`,
    leaseDurationSeconds: 3600,
    acquireTime: microTime(),
    renewTime: microTime(),
    leaseTransitions: 0,
  };
}

/** Exports a fence, applies it for one namespace, and waits until it denies another pod. */
async function applyFence(world) {
  const { exportTo } = await import("../test/live/harness/exported-policy.ts");
  const { eventually } = await import("../test/live/harness/eventually.ts");
  const entry = {
    name: "bench",
    lease: `${fence}/${lease}`,
    serviceAccount: `${fence}/${account}`,
    identity: "POD_*",
    resources: ["configmaps"],
    mode: "deny",
  };
  const policy = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", fences: [entry] };
  const items = parseAllDocuments(readFileSync(await exportTo(world, "bench", policy, []), "utf8"))
    .map((document) => document.toJSON())
    .filter(({ metadata }) => /-fence-|-keeper-/.test(metadata.name));
  const selector = { matchLabels: { "kubernetes.io/metadata.name": fence } };
  for (const { kind, metadata, spec } of items)
    if (kind === "ValidatingAdmissionPolicy" && metadata.name.includes("-fence-"))
      spec.matchConstraints.namespaceSelector = selector;
  const { status, stderr } = await world.kubectl(["apply", "--filename=-"], { apiVersion: "v1", kind: "List", items });
  if (status !== 0) throw new Error(stderr);
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${fence}/leases`;
  await send(world.api, "POST", leases, { body: { metadata: { name: lease }, spec: held() } });
  const call = { body: { metadata: { name: "probe" }, data: { n: "0" } }, writer: writerOf("leader", "another-pod") };
  const path = `/api/v1/namespaces/${fence}/configmaps?dryRun=All`;
  await eventually("the fence denies", 30_000, async () =>
    (await world.api.call("POST", path, call)).status === 403 ? true : undefined,
  );
}

/** Returns the medians and the processor time of each round, by user and contender. */
async function writeInTurn(contenders) {
  const results = contenders.map(() => ({ ms: [], cpu: [] }));
  // The first rounds are a warm-up and do not count.
  for (let round = -3; round < Number(rounds); round++) {
    for (const step of contenders.keys()) {
      const index = (step + round + contenders.length) % contenders.length;
      const before = serverCpuMs();
      const times = [];
      for (let i = 0; i < Number(writes); i++) times.push(await contenders[index].write());
      if (round < 0) continue;
      results[index].ms.push(median(times));
      results[index].cpu.push((serverCpuMs() - before) / times.length);
    }
  }
  return Object.fromEntries(contenders.map(({ namespace, user }, index) => [`${namespace} ${user}`, results[index]]));
}

function report(count, results) {
  console.log(`${count} Leases, ${rounds} rounds of ${writes} writes each; p50 ms, CPU ms, ratio to nothing`);
  for (const [user, limit] of Object.entries(users)) {
    const [base, own] = [nothing, fence].map((namespace) => results[`${namespace} ${user}`]);
    const [low, high] = medianInterval(own.ms.map((ms, round) => ms / base.ms[round]));
    const figures = [base.ms, own.ms, base.cpu, own.cpu].map((values) => median(values).toFixed(2));
    console.log(
      `${user.padEnd(14)} ${figures[0]} -> ${figures[1]} ms   CPU ${figures[2]} -> ${figures[3]} ms   ` +
        `${ratio(own.ms, base.ms).toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`,
    );
    atMost(`${user}, ${count} Leases, of nothing`, ratio(own.ms, base.ms), limit);
  }
}
