import { type Fields, fieldAt, objectsAt, textAt, textsAt } from "../../core/api/fields.ts";
import { type ServeFlagName, serveFlagNames } from "../../core/text/installed-name.ts";
import { joinWords } from "../../core/text/join-words.ts";
import { isBelow } from "../../core/text/manifest-name.ts";
import { flagValue, hasFlag } from "../../installation/installation.ts";
import { deepestMount } from "../../installation/selected-policy.ts";
import { objectsOf, unreadReason } from "../../installation/snapshot.ts";
import { nodeLeaseNamespace } from "../../rules/shared/identities.ts";
import { at, type DoctorCheck, type DoctorOutcome, found, type Spot } from "../check.ts";
import type { Examined } from "../examined.ts";
import { shellLine } from "../quote.ts";
import { hasDeployment } from "./timing.ts";
import { podsOf } from "./versions.ts";

export const deploymentChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/address-reachable",
    description: "the webhook listens on an address that other nodes can reach",
    applies: hasDeployment,
    *run(examined) {
      const address = flagValue(examined.own, serveFlagNames.bindAddress) ?? "";
      if (!/^(?:127\.|::1$|localhost$)/.test(address)) return;
      yield found(
        "error",
        argsSpot(examined),
        `must not set ${serveFlagNames.bindAddress} to ${address}, because kube-apiserver cannot reach this address`,
      );
    },
  },
  {
    id: "doctor/certificate-files-used",
    description: "the pods serve a certificate from files, not one that each pod issues for itself",
    applies: hasDeployment,
    *run(examined) {
      if (!hasFlag(examined.own, serveFlagNames.selfSigned)) return;
      const message = "because each pod then issues a certificate for localhost, which no caBundle verifies";
      yield found("error", argsSpot(examined), `must not contain ${serveFlagNames.selfSigned}, ${message}`, [
        `${serveFlagNames.certFile}=/etc/lease-guard/tls/tls.crt`,
        `${serveFlagNames.keyFile}=/etc/lease-guard/tls/tls.key`,
      ]);
    },
  },
  {
    id: "doctor/files-mounted",
    description: "the files of the certificates are in volumes of the container",
    applies: hasDeployment,
    run: unmountedFiles,
  },
  {
    id: "doctor/readiness-probed",
    description: "the container has a readiness probe",
    applies: hasDeployment,
    *run(examined) {
      const { container } = examined.own;
      if (container === undefined || fieldAt(container, "readinessProbe") !== undefined) return;
      yield found(
        "warning",
        containerSpot(examined, "readinessProbe"),
        "must be set, because kube-apiserver otherwise calls pods that start, stop, or have no valid certificate",
        ["readinessProbe: {httpGet: {path: /readyz, port: health}, periodSeconds: 5}"],
      );
    },
  },
  {
    id: "doctor/rollout-not-paused",
    description: "the Deployment is not paused",
    applies: hasDeployment,
    *run({ own: { deployment } }) {
      if (fieldAt(deployment?.value, "spec", "paused") !== true) return;
      yield found(
        "warning",
        at(deployment, "spec", "paused"),
        "must be false, because a paused Deployment ignores a new image and new arguments",
        [shellLine`kubectl -n ${deployment?.namespace} rollout resume deployment ${deployment?.name}`],
      );
    },
  },
  {
    id: "doctor/pods-spread",
    description: "the pods run on more than one node",
    applies: hasDeployment,
    run: podsOnOneNode,
  },
  {
    id: "doctor/no-proxy-injected",
    description: "no other program adds the proxy of a service mesh to the pods",
    applies: hasDeployment,
    run: injectedContainers,
  },
];

function containerSpot({ own }: Examined, field: string): Spot {
  return at(own.deployment, "spec", "template", "spec", "containers", own.containerIndex, field);
}

function argsSpot(examined: Examined): Spot {
  const isInArgs = textsAt(examined.own.container, "args").length > 0;
  return containerSpot(examined, isInArgs ? "args" : "command");
}

const fileFlags: readonly ServeFlagName[] = [
  serveFlagNames.certFile,
  serveFlagNames.keyFile,
  serveFlagNames.clientCaFile,
];

/** The kubelet mounts the token and the CA of the cluster here. No Deployment names the volume. */
const tokenDirectory = "/var/run/secrets/kubernetes.io/serviceaccount";

function* unmountedFiles(examined: Examined): Iterable<DoctorOutcome> {
  for (const flag of fileFlags) {
    const path = flagValue(examined.own, flag);
    if (path === undefined || isBelow(path, tokenDirectory) || deepestMount(examined.own, path) !== undefined) continue;
    yield found(
      "warning",
      containerSpot(examined, "volumeMounts"),
      `must contain a volume for ${flag} ${path}, because a pod does not start without the file`,
    );
  }
}

/**
 * The number of nodes from which on pods on one node are a mistake. In a cluster with two nodes,
 * one can be a control plane node, on which no other pods run.
 */
const manyNodes = 3;

function* podsOnOneNode({ own, snapshot }: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(snapshot, "Pod") ?? unreadReason(snapshot, "Lease");
  if (unread !== undefined) return void (yield { unknown: unread });
  const placed = podsOf(own.deployment, objectsOf(snapshot, "Pod"))
    .map(({ value }) => textAt(value, "spec", "nodeName"))
    .filter((name) => name !== "");
  const [node] = placed;
  if (placed.length < 2 || placed.some((name) => name !== node)) return;
  // Every node has a Lease, so the doctor needs no permission to read Nodes.
  const nodes = objectsOf(snapshot, "Lease").filter(({ namespace }) => namespace === nodeLeaseNamespace);
  if (nodes.length < manyNodes) return;
  yield found(
    "warning",
    at(own.deployment),
    `must have pods on several of the ${nodes.length} nodes: all ${placed.length} pods run on ${node}, and fail with it`,
    [shellLine`kubectl -n ${own.deployment?.namespace} rollout restart deployment ${own.deployment?.name}`],
  );
}

/** The names of the containers that service meshes inject. */
const proxies: ReadonlySet<string> = new Set([
  "istio-proxy",
  "linkerd-proxy",
  "kuma-sidecar",
  "consul-dataplane",
  "envoy-sidecar",
]);

/**
 * Yields a finding for each container that a pod has and the Deployment does not have. The severity
 * is info, unless the container is a proxy through which all connections go.
 */
function* injectedContainers({ own, snapshot }: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(snapshot, "Pod");
  if (unread !== undefined) return void (yield { unknown: unread });
  const known = new Set(namesIn(fieldAt(own.deployment?.value, "spec", "template", "spec")));
  const added = podsOf(own.deployment, objectsOf(snapshot, "Pod")).flatMap((pod) => {
    const names = namesIn(pod.value["spec"]).filter((name) => !known.has(name));
    return names.length === 0 ? [] : [{ pod, names }];
  });
  for (const { pod, names } of added) {
    const isProxy = names.some((name) => proxies.has(name));
    yield isProxy
      ? found(
          "warning",
          at(pod, "spec", "containers"),
          `must not contain ${joinWords(names)}, because kube-apiserver is not in the mesh, and its calls then depend on the proxy`,
          ['sidecar.istio.io/inject: "false"', "linkerd.io/inject: disabled"],
        )
      : found(
          "info",
          at(pod, "spec", "containers"),
          `contains ${joinWords(names)}, which the Deployment does not have`,
        );
  }
}

/** Returns the names of the containers that run as long as the pod. */
function namesIn(podSpec: unknown): readonly string[] {
  const sidecars = objectsAt(podSpec, "initContainers").filter(isSidecar);
  return [...objectsAt(podSpec, "containers"), ...sidecars].map((container) => textAt(container, "name"));
}

function isSidecar(container: Fields): boolean {
  return textAt(container, "restartPolicy") === "Always";
}
