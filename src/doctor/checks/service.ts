import { type Fields, fieldAt, mapAt, numberAt, objectsAt, textAt } from "../../core/api/fields.ts";
import { defaultSecurePort, installedName, serveFlagNames, webhookPath } from "../../core/text/installed-name.ts";
import { flagValue, type Installation, type ServiceReference, selectsPods } from "../../installation/installation.ts";
import { objectsOf, type Snapshot, type SnapshotObject, unreadReason } from "../../installation/snapshot.ts";
import { objectTitle } from "../../report/object-title.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { shellLine } from "../quote.ts";

const hasReference = ({ own }: Examined): boolean => own.reference !== undefined;
const hasService = ({ own }: Examined): boolean => own.reference !== undefined && own.service !== undefined;

export const serviceChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/service-exists",
    description: "the Service that the webhooks call exists",
    applies: hasReference,
    *run({ own, snapshot }) {
      if (own.service !== undefined) return;
      const unread = unreadReason(snapshot, "Service");
      if (unread !== undefined) return void (yield { unknown: unread });
      const reference = own.reference ?? { namespace: own.namespace, name: "" };
      const [webhook] = own.webhooks;
      const message = `must name an existing Service: there is no ${objectTitle({ kind: "Service", ...reference })}`;
      yield found("error", at(webhook?.configuration, ...(webhook?.path ?? []), "clientConfig", "service"), message, [
        `service: {name: ${installedName}, namespace: ${installedName}, path: ${webhookPath}, port: 443}`,
      ]);
    },
  },
  {
    id: "doctor/service-port",
    description: "the port of the webhooks leads through the Service to the port of the container",
    applies: hasService,
    run: portProblems,
  },
  {
    id: "doctor/service-selects-pods",
    description: "the Service selects the pods of the Deployment",
    applies: hasService,
    *run({ own, snapshot }) {
      const { service, deployment } = own;
      if (service === undefined) return;
      if (deployment === undefined) {
        const unread = unreadReason(snapshot, "Deployment");
        if (unread !== undefined) return void (yield { unknown: unread });
        return void (yield found(
          "error",
          at(service, "spec", "selector"),
          `must select pods: no Deployment in ${own.namespace} has these labels`,
        ));
      }
      if (selectsPods(service, deployment)) return;
      const labels = [...mapAt(deployment.value, "spec", "selector", "matchLabels")].map(
        ([key, value]) => `  ${key}: ${value}`,
      );
      yield found("error", at(service, "spec", "selector"), `must select the pods of Deployment ${deployment.name}`, [
        "selector:",
        ...labels,
      ]);
    },
  },
  {
    id: "doctor/endpoints-ready",
    description: "every endpoint of the Service is ready",
    applies: hasService,
    run: endpointProblems,
  },
];

function* portProblems({ own }: Examined): Iterable<DoctorOutcome> {
  const { service, reference, container, deployment } = own;
  if (service === undefined || reference === undefined) return;
  const ports = objectsAt(service.value, "spec", "ports");
  const index = ports.findIndex((port) => numberAt(port, "port") === reference.port);
  if (index === -1) {
    const [webhook] = own.webhooks;
    const numbers = ports.map((port) => numberAt(port, "port"));
    const known = numbers.join(", ");
    const remedy = numbers.slice(0, 1).map((number) => `port: ${number}`);
    const spot = at(webhook?.configuration, ...(webhook?.path ?? []), "clientConfig", "service", "port");
    return void (yield found(
      "error",
      spot,
      `must be a port of ${objectTitle(service)}, which has ${known || "none"}`,
      remedy,
    ));
  }
  if (container === undefined) return;
  const target = fieldAt(ports[index], "targetPort") ?? reference.port;
  const number = typeof target === "string" ? namedPort(container, target) : target;
  const secure = securePort(own);
  const spot = at(service, "spec", "ports", index, "targetPort");
  if (number === undefined)
    yield found(
      "error",
      spot,
      `must be a port of the container: Deployment ${deployment?.name} has no port ${String(target)}`,
      ["targetPort: https"],
    );
  else if (number !== secure)
    yield found(
      "error",
      spot,
      `must be ${secure}, the ${serveFlagNames.securePort} of the webhook, not ${String(number)}`,
      [`targetPort: ${secure}`],
    );
}

export function securePort(own: Installation): number {
  return Number(flagValue(own, serveFlagNames.securePort) ?? defaultSecurePort);
}

export function namedPort(container: Fields, name: string): number | undefined {
  return numberAt(
    objectsAt(container, "ports").find((port) => textAt(port, "name") === name),
    "containerPort",
  );
}

export interface Endpoints {
  readonly ready: number;
  readonly total: number;
  readonly slices: readonly SnapshotObject[];
}

/** Counts the endpoints of a Service. An endpoint without conditions counts as ready. */
export function endpointsOf(
  snapshot: Snapshot,
  { namespace, name }: Pick<ServiceReference, "namespace" | "name">,
): Endpoints {
  const slices = objectsOf(snapshot, "EndpointSlice").filter(
    (slice) =>
      slice.namespace === namespace &&
      mapAt(slice.value, "metadata", "labels").get("kubernetes.io/service-name") === name,
  );
  const endpoints = slices.flatMap(({ value }) => objectsAt(value, "endpoints"));
  const ready = endpoints.filter((endpoint) => fieldAt(endpoint, "conditions", "ready") !== false);
  return { ready: ready.length, total: endpoints.length, slices };
}

function* endpointProblems({
  own,
  snapshot,
}: Pick<Examined, "own" | "snapshot"> & { readonly own: Installation }): Iterable<DoctorOutcome> {
  const unread = unreadReason(snapshot, "EndpointSlice");
  if (unread !== undefined) return void (yield { unknown: unread });
  const { service, reference } = own;
  if (service === undefined || reference === undefined) return;
  const { ready, total } = endpointsOf(snapshot, reference);
  const remedy = [shellLine`kubectl -n ${reference.namespace} get pods,endpointslices`];
  if (ready === 0)
    yield found(
      "error",
      at(service),
      `must have a ready endpoint, because every call of the webhook fails: ${total} endpoints, none ready`,
      remedy,
    );
  else if (ready < total)
    yield found("warning", at(service), `must have only ready endpoints: ${ready} of ${total} are ready`, remedy);
}
