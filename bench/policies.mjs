// Measures writes of Leases through a real kube-apiserver, in one namespace for each contender:
// with nothing, with two empty policies, with the exported policies of profile strict, and with the
// webhook. Each NAME=FILE adds a contender: policies that another version exported.
// Usage: node bench/policies.mjs [ROUNDS=40] [WRITES=40] [NAME=FILE…]. The first run takes minutes,
// because it builds the programs of .ci/kube-assets.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { leaseWriter, microTime } from "./lease-writes.mjs";
import { node } from "./peers.mjs";
import { serverCpuMs } from "./server-cpu.mjs";
import { atMost, median, medianInterval, ratio } from "./statistics.mjs";

const [, program, rounds = 40, writes = 40, ...files] = process.argv;
const [nothing, empty, policies] = ["nothing", "empty", "policies"];
/** The webhook of the tests sends its probes in this namespace. */
const webhook = "default";
const others = Object.fromEntries(files.map((each) => each.split("=")));
const contenders = [nothing, empty, policies, ...Object.keys(others), webhook];
const units = ["p50 ms", "CPU ms"];
/** The functions of a writer, with the words for their writes. */
const kindsOfWrites = {
  renewal: "plain renewal",
  other: "acquisition or release",
  creation: "creation",
  takeOver: "takeover of an expired Lease",
  label: "change of a label",
  theft: "denied takeover, dry run",
};
const strict = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict" };
const leaseGuard = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

// The benchmark uses the cluster of the tests, which is written in TypeScript. Node 20 cannot read
// TypeScript.
if (process.features.typescript) await measure();
else
  process.exitCode = spawnSync(node(24), [program, rounds, writes, ...files].map(String), { stdio: "inherit" }).status;

async function measure() {
  const { startWorld } = await import("../test/live/harness/world.ts");
  const { newest } = await import("../test/live/harness/release.ts");
  const { allowElectors } = await import("../test/live/harness/impersonation.ts");
  const { startGuard } = await import("../test/live/harness/guard.ts");
  const world = await startWorld(newest);
  try {
    await allowElectors(world);
    const file = join(world.folder, "strict.json");
    writeFileSync(file, JSON.stringify(strict));
    const exported = execFileSync(process.execPath, [leaseGuard, "policy", "export", file], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    const manifests = { [empty]: emptyPolicies(), [policies]: exported };
    for (const [name, path] of Object.entries(others)) manifests[name] = readFileSync(path, "utf8");
    for (const name of contenders.filter((each) => each !== webhook))
      await world.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name } } });
    for (const [name, text] of Object.entries(manifests)) await apply(world, name, text);
    const guard = await startGuard(world, { flags: ["--policy", file], edit: onlyIn(webhook) });
    const writers = Object.fromEntries(
      await Promise.all(contenders.map(async (name) => [name, await leaseWriter(world.api, name)])),
    );
    await untilInEffect(writers);
    report(await writeInTurn(writers));
    await guard.stop();
  } finally {
    await world.stop();
  }
}

/** Applies a manifest whose policies match only one namespace. */
async function apply(world, namespace, text) {
  const items = parseAllDocuments(text).map((document) => {
    const { metadata, spec, ...object } = document.toJSON();
    const name = `${namespace}-${metadata.name}`;
    if (spec.policyName)
      return { ...object, metadata: { name }, spec: { ...spec, policyName: `${namespace}-${spec.policyName}` } };
    return {
      ...object,
      metadata: { name },
      spec: { ...spec, matchConstraints: { ...spec.matchConstraints, namespaceSelector: selector(namespace) } },
    };
  });
  const { status, stderr } = await world.kubectl(["apply", "--filename=-"], { apiVersion: "v1", kind: "List", items });
  if (status !== 0) throw new Error(stderr);
}

function selector(namespace) {
  return { matchLabels: { "kubernetes.io/metadata.name": namespace } };
}

function onlyIn(namespace) {
  return (registration) => ({
    ...registration,
    webhooks: registration.webhooks.map((each) => ({ ...each, namespaceSelector: selector(namespace) })),
  });
}

/**
 * Returns as many policies as profile strict has for Leases. They skip renewals, and allow the
 * rest.
 */
function emptyPolicies() {
  const rule = {
    apiGroups: ["coordination.k8s.io"],
    apiVersions: ["*"],
    operations: ["CREATE", "UPDATE"],
    resources: ["leases"],
  };
  const objects = ["first", "second"].flatMap((name) => [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicy",
      metadata: { name },
      spec: {
        failurePolicy: "Ignore",
        matchConstraints: { resourceRules: [rule] },
        matchConditions: [{ name: "not-a-renewal", expression: "request.name != 'renewed'" }],
        validations: [{ expression: "true" }],
      },
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: { name },
      spec: { policyName: name, validationActions: ["Deny"] },
    },
  ]);
  return objects.map((each) => JSON.stringify(each)).join("\n---\n");
}

/**
 * Waits until every contender except `nothing` and `empty` denies a write that profile strict
 * denies.
 */
async function untilInEffect(writers) {
  const { eventually } = await import("../test/live/harness/eventually.ts");
  for (const [name, writer] of Object.entries(writers)) {
    const isDenied = name !== nothing && name !== empty;
    await eventually(`${name} decides`, 30_000, async () =>
      (await writer.isDenied()) === isDenied ? true : undefined,
    );
  }
}

/** Returns the figures of each round, by kind of write, unit, and contender. */
async function writeInTurn(writers) {
  const results = Object.fromEntries(Object.keys(kindsOfWrites).map((kind) => [kind, emptyFigures()]));
  // The first rounds are a warm-up and do not count.
  for (let round = -3; round < Number(rounds); round++) {
    const turn = contenders.map((_, index) => contenders.at((index + round) % contenders.length));
    for (const name of turn) {
      for (const kind of Object.keys(results)) {
        const figures = await figuresOf(writers[name][kind]);
        if (round >= 0) for (const unit of units) results[kind][unit][name].push(figures[unit]);
      }
    }
  }
  return results;
}

function emptyFigures() {
  return Object.fromEntries(units.map((unit) => [unit, Object.fromEntries(contenders.map((name) => [name, []]))]));
}

/** Returns the median time of a write, and the processor time of kube-apiserver for each write. */
async function figuresOf(write) {
  const times = [];
  const before = serverCpuMs();
  for (let i = 0; i < Number(writes); i++) times.push(await write());
  return { "p50 ms": median(times), "CPU ms": (serverCpuMs() - before) / times.length };
}

function report(all) {
  console.log(
    `${rounds} rounds of ${writes} writes each at ${microTime()}; ratios to nothing in the same round, and to the webhook`,
  );
  for (const [kind, words] of Object.entries(kindsOfWrites))
    for (const [unit, figures] of Object.entries(all[kind]))
      for (const name of contenders) {
        const ratios = [nothing, webhook].map((peer) => ratioRange(figures[name], figures[peer])).join("  ");
        console.log(
          `${`${words}, ${unit}, ${name === webhook ? "webhook" : name}`.padEnd(54)} ${median(figures[name]).toFixed(2).padStart(6)}  ${ratios}`,
        );
      }
  for (const [kind, words] of Object.entries(kindsOfWrites)) {
    const of = (unit, name) => all[kind][unit][name];
    if (kind === "renewal")
      atMost(`${words}, p50 ms, of nothing`, ratio(of("p50 ms", policies), of("p50 ms", nothing)), 1.15);
    else
      for (const unit of units)
        atMost(`${words}, ${unit}, of the webhook`, ratio(of(unit, policies), of(unit, webhook)), 1);
  }
}

function ratioRange(values, peers) {
  const ratios = values.map((value, round) => value / peers[round]);
  const [low, high] = medianInterval(ratios);
  return `${median(ratios).toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
}
