// Measures how much time a webhook adds to the renewal of a Lease through a real kube-apiserver.
// Measures in turn without a webhook, with controller-runtime, and with lease-guard.
// Usage: node bench/apiserver.mjs [ROUNDS=5] [RENEWALS=500]. The first run takes minutes, because
// it builds the programs of .ci/kube-assets.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { contenders } from "./contenders.mjs";
import { node } from "./peers.mjs";
import { startServer } from "./serving.mjs";
import { setStage } from "./stage.mjs";
import { atMost, median, ratio, row } from "./statistics.mjs";

const [, program, rounds = 5, renewals = 500] = process.argv;
const [peer, ours] = ["controller-runtime", "lease-guard, Node 24"];
/**
 * The wait in milliseconds after a change of the webhook configurations. The API server applies a
 * change within a few hundred milliseconds.
 */
const noticeMs = 2000;
const registrations = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

// The benchmark uses the cluster of the tests, which is written in TypeScript. Node 20 cannot read
// TypeScript.
if (process.features.typescript) await measure();
else process.exitCode = spawnSync(node(24), [program, rounds, renewals].map(String), { stdio: "inherit" }).status;

async function measure() {
  const stage = setStage();
  const webhooks = [];
  for (const [i, name] of [peer, ours].entries()) {
    const own = { ...stage, port: stage.port + i };
    const [contender] = await contenders([name], own);
    webhooks.push({ contender, stage: own });
  }
  // The cluster starts after the webhooks are prepared, because `contenders` keeps all processes
  // that start later away from the core of the webhooks.
  const { startCluster } = await import("../test/live/harness/cluster.ts");
  const { newest } = await import("../test/live/harness/release.ts");
  const cluster = await startCluster(newest);
  try {
    for (const webhook of webhooks) webhook.server = await startServer(webhook.contender, webhook.stage);
    report(await renewInTurn(cluster.api, webhooks));
  } finally {
    for (const { server } of webhooks) await server?.stop();
    await cluster.stop();
  }
}

/** Returns the median time of a renewal in milliseconds, by webhook and round. */
async function renewInTurn(api, webhooks) {
  const renew = await renewer(api);
  const results = { none: [], [peer]: [], [ours]: [] };
  // The first round is a warm-up and does not count.
  for (let round = -1; round < Number(rounds); round++) {
    for (const name of Object.keys(results)) {
      const webhook = webhooks.find(({ contender }) => contender.name === name);
      if (webhook !== undefined) await succeed(api, "POST", registrations, registration(webhook));
      await pause(noticeMs);
      const before = webhooks.map(decisions);
      const times = [];
      for (let i = 0; i < Number(renewals); i++) times.push(await renew());
      // lease-guard writes its log in batches, so the last lines can be late.
      await pause(200);
      const decided = webhooks.filter((each, i) => decisions(each) > before[i]).map(({ contender }) => contender.name);
      if (decided.join() !== (webhook?.contender.name ?? ""))
        throw new Error(`while ${name} was registered, "${decided}" decided`);
      if (webhook !== undefined) await succeed(api, "DELETE", `${registrations}/bench`);
      if (round >= 0) results[name].push(median(times));
    }
  }
  return results;
}

function decisions({ server }) {
  return server.logLines().filter((line) => line.includes('"decision"')).length;
}

function registration({ contender: { path }, stage: { certificates, port } }) {
  const rule = {
    apiGroups: ["coordination.k8s.io"],
    apiVersions: ["v1"],
    operations: ["CREATE", "UPDATE"],
    resources: ["leases"],
  };
  const webhook = {
    name: "leases.bench.example",
    clientConfig: {
      url: `https://127.0.0.1:${port}${path}`,
      caBundle: readFileSync(join(certificates, "ca.crt")).toString("base64"),
    },
    rules: [rule],
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "default" } },
    failurePolicy: "Fail",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
  };
  const kind = { apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingWebhookConfiguration" };
  return { ...kind, metadata: { name: "bench" }, webhooks: [webhook] };
}

/**
 * Returns a function that renews the Leases of 200 nodes, one after another. Like client-go, the
 * function sends the last response with a later renewTime.
 */
async function renewer(api) {
  const current = [];
  for (let i = 0; i < 200; i++) {
    const name = `node-${i}`;
    const uid = `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`;
    const metadata = { name, ownerReferences: [{ apiVersion: "v1", kind: "Node", name, uid }] };
    const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime: microTime() };
    const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec };
    current.push((await succeed(api, "POST", leases, lease)).body);
  }
  let next = 0;
  return async () => {
    const i = next++ % current.length;
    const { metadata, spec, ...kind } = current[i];
    const answer = await succeed(api, "PUT", `${leases}/${metadata.name}`, {
      ...kind,
      metadata,
      spec: { ...spec, renewTime: microTime() },
    });
    current[i] = answer.body;
    return answer.durationMs;
  };
}

function microTime() {
  return new Date().toISOString().replace("Z", "000Z");
}

async function succeed(api, method, path, body) {
  const answer = await api.call(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`);
  return answer;
}

function report(results) {
  console.log(`${rounds} rounds of ${renewals} renewals each; ratios of a round to none`);
  for (const [name, times] of Object.entries(results)) console.log(row(name, "ms", times, results.none));
  const added = (name) => results[name].map((ms, round) => ms - results.none[round]);
  for (const name of [peer, ours]) console.log(`${name} adds ${median(added(name)).toFixed(2)} ms`);
  atMost(`${ours}, of what ${peer} adds`, ratio(added(ours), added(peer)), 1.0);
}
