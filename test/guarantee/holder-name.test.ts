import { describe, expect, it } from "vitest";
import { holderDecision, unrecognizedReason } from "../../src/guarantee/holder-name.ts";
import { byPod } from "../harness/by-pod.ts";
import { denialsOf } from "../proof/admission.ts";
import { emptyLease } from "../proof/model-lease.ts";
import { deploymentPods, strict } from "../proof/setup.ts";

const pod = (name: string, node = "worker-1", namespace = "team-a") => ({ name, namespace, node });
const uuid = "11111111-2222-3333-4444-555555555555";
const machine = "md-0-6d4b8f7c9d-bcdfg";
const [web0, web1] = [pod("web-0"), pod("web-1")];
const deployed = pod("web-6d4b8f7c9d-x2x4z");
/** A pod of a Deployment whose name has 47 characters. */
const cut = `${"controller-".repeat(4)}web-5d78c9869db2b7m`;
type Pod = typeof web0;

const decide = (holder: string, holding: Pod | undefined, others: readonly Pod[]) => {
  const pods = holding === undefined ? others : [holding, ...others];
  return holderDecision(pods)(holder, holding);
};

it.each([
  ["a pod of a Deployment", [deployed.name, deployed, [web0, pod("web-6d4b8f7c9d-bcdfg")]], "holds"],
  ["a pod of a Deployment with a UUID", [`${deployed.name}_${uuid}`, deployed, [web0]], "holds"],
  ["a pod of a Deployment with its namespace", [`team-a/${deployed.name}`, deployed, [web0]], "holds"],
  ["a pod whose name kube-apiserver has cut", [cut, pod(cut), [web0]], "fails"],
  ["a full domain name", [`${deployed.name}.web.team-a.svc_${uuid}`, deployed, [web0]], "fails"],
  ["a pod after a prefix", [`replica:${deployed.name}`, deployed, [web0]], "fails"],
  ["a pod and another part with a slash", [`${deployed.name}_a/b`, deployed, [web0]], "fails"],
  ["a pod after an address", [`10.0.0.1_${deployed.name}`, deployed, [web0]], "fails"],
  ["a pod of a StatefulSet", ["web-0", web0, [web1]], "fails"],
  ["a pod of a StatefulSet with a UUID", [`web-0_${uuid}`, web0, [web1]], "fails"],
  ["a pod of a DaemonSet or a Job", ["speaker-x2x4z", pod("speaker-x2x4z"), []], "fails"],
  ["no holder", ["", undefined, []], "not known"],
  ["a random holder", [uuid, undefined, []], "fails"],
  ["a node", ["worker-1", web0, [web1]], "fails"],
  ["a pod with another suffix", ["web-0-external", web0, []], "fails"],
  ["a pod with a name of its own", ["web", pod("web"), []], "fails"],
  ["a pod whose name is the UUID", [`${deployed.name}_${uuid}`, deployed, [pod(uuid, "worker-2")]], "fails"],
  ["a pod whose name is the namespace", [`team-a/${deployed.name}`, deployed, [pod("team-a", "worker-2")]], "fails"],
  ["a pod of another namespace with the name", [deployed.name, deployed, [pod(deployed.name, "w", "team-b")]], "fails"],
  ["a pod on a machine with a name like a pod", [deployed.name, deployed, [pod("api-0", machine)]], "fails"],
] as const)("decides %s", (_, [holder, holding, others], status) => {
  expect(decide(holder, holding, others).status).toBe(status);
});

it("names the longest Deployment whose pods have full names", () => {
  const name = (length: number): string => `${"a".repeat(length)}-6d4b8f7c9d-x2x4z`.slice(0, 63);
  expect(decide(name(46), pod(name(46)), []).status).toBe("holds");
  // kube-apiserver cuts the beginning of a generated name after 58 characters.
  const cutName = `${"a".repeat(47)}-6d4b8f7c9dx2x4z`;
  expect(decide(cutName, pod(cutName), []).reason).toContain("a name of at most 46 characters does");
});

it.each([
  ["a pod of a Deployment", deployed.name, deployed, false],
  ["another pod of a Deployment, whose metadata the pod has changed", deployed.name, web0, false],
  ["a free text", "replica-two", deployed, true],
  ["a pod of a StatefulSet", "web-0", web0, true],
  ["a form that the rules do not recognize", `replica:${deployed.name}`, deployed, true],
])("reports why the rules do not recognize a recorded holder: %s", (_, holder, writer, expected) => {
  expect(unrecognizedReason(holder, writer) !== undefined).toBe(expected);
});

/** The names of pods that write, in the order of the columns below. */
const writers = ["api-7d9f6c8b5d-bcdfg", "api-0", "agent-bcdfg", "debug", uuid];

describe("the rules protect a Lease from pods of its workload, another Deployment, StatefulSet, and Job, and bare pods", () => {
  it.each([
    ["web-6d4b8f7c9d-x2x4z", "web-6d4b8f7c9d-bcdfg", [true, true, true, true, true, false]],
    ["web-0", "web-1", [true, false, false, false, false, false]],
    ["speaker-x2x4z", "speaker-bcdfg", [true, false, false, false, false, false]],
    ["web", "web-x2x4z", [false, false, false, false, false, false]],
  ] as const)("if the holder is %s", (name, sibling, expected) => {
    const holder = `${name}_${uuid}`;
    const all = [sibling, ...writers];
    expect(all.map((writer) => isProtected(holder, writer))).toStrictEqual(expected);
    const holds = all.filter((writer) => decide(holder, pod(name), [pod(writer, "worker-2")]).status === "holds");
    const isOfDeployment = expected.filter(Boolean).length > 1;
    expect(holds).toStrictEqual(isOfDeployment ? all.filter((_, index) => expected[index]) : []);
  });
});

/** Reports whether the rules deny that a pod deletes or releases the Lease of a holder. */
function isProtected(identity: string, writer: string): boolean {
  const a = { ...deploymentPods.a, identity };
  const denials = denialsOf({ policy: strict, members: { ...deploymentPods, a } });
  const old = { ...emptyLease, holder: "a", duration: 15, renewed: -1000 } as const;
  const user = byPod(writer, "worker-2");
  return [undefined, { ...old, holder: "" as const }].every((lease) => denials({ user, old, lease, at: 0 }).length > 0);
}
