import { fieldAt, objectsAt, textAt, textsAt } from "../core/api/fields.ts";
import { parseTime } from "../core/text/time.ts";
import type { FindProgram } from "../workload/find-program.ts";
import type { SetObject } from "../workload/set-object.ts";

/** A ready pod whose program the program table contains, as a workload with the pod's template. */
export interface ElectingPod {
  readonly workload: SetObject;
  /** The time from which the pod is ready, in milliseconds since 1970. */
  readonly readyMs: number;
}

/** What is known about a pod from its owner and its conditions. */
interface OwnedPod {
  readonly namespace: string;
  readonly workload: string;
  readonly controllerKind: string;
  readonly serviceAccount: string;
  readonly isReady: boolean;
}

/** The directory with the token that the API server gives to a container. */
const tokenPath = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Matches flags and variables with which a program writes its Lease in another cluster. */
const otherCluster = /^--?(?:[a-z-]*kubeconfig|master|server|apiserver|apiserver-host)(?:=|$)/i;
const otherClusterVariable = /KUBECONFIG|^KUBERNETES_(?:SERVICE_HOST|MASTER)$/;

/**
 * Returns the workload of a ready pod, or undefined if the table contains no election of its
 * containers in this cluster. Keeps only the fields that elections are read from.
 */
export function electingPod(pod: object, listed: OwnedPod, findProgram: FindProgram): ElectingPod | undefined {
  if (!listed.isReady || listed.controllerKind === "Job") return undefined;
  const containers = objectsAt(pod, "spec", "containers").filter((container) => electsHere(container, findProgram));
  const readyMs = readySince(pod);
  if (containers.length === 0 || readyMs === undefined) return undefined;
  const kept = containers.map(({ name, image, command, args, env, envFrom, volumeMounts }) => ({
    ...{ name, image, command, args, env, envFrom, volumeMounts },
  }));
  const spec = {
    serviceAccountName: listed.serviceAccount,
    volumes: fieldAt(pod, "spec", "volumes"),
    containers: kept,
  };
  const { namespace, workload: name } = listed;
  return {
    workload: { apiVersion: "v1", kind: "Pod", namespace, name, value: { spec: { template: { spec } } } },
    readyMs,
  };
}

function electsHere(container: object, findProgram: FindProgram): boolean {
  const words = [...textsAt(container, "command"), ...textsAt(container, "args")];
  const { value: program } = findProgram({ image: textAt(container, "image"), words });
  if (program?.isVerified !== true || program.election.kind === "none") return false;
  return (
    objectsAt(container, "volumeMounts").some((mount) => textAt(mount, "mountPath") === tokenPath) &&
    !words.some((word) => otherCluster.test(word)) &&
    !objectsAt(container, "env").some((variable) => otherClusterVariable.test(textAt(variable, "name")))
  );
}

function readySince(pod: object): number | undefined {
  const condition = objectsAt(pod, "status", "conditions").find(({ type }) => type === "Ready");
  return parseTime(textAt(condition, "lastTransitionTime"))?.getTime();
}
