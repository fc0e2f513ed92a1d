import { type Registration, toRegistration } from "../cluster/registration/registration.ts";
import { selectsLabels } from "../cluster/registration/selects-labels.ts";
import { type Fields, fieldAt, mapAt, numberAt, objectsAt, textAt, textsAt } from "../core/api/fields.ts";
import type { FieldPath } from "../core/field/path.ts";
import { installedName, isOwnWebhookName, ownLabel, type ServeFlagName } from "../core/text/installed-name.ts";
import { findObject, objectsOf, type Snapshot, type SnapshotObject } from "./snapshot.ts";

export interface PlacedWebhook {
  readonly configuration: SnapshotObject;
  readonly path: FieldPath;
  readonly value: Fields;
}

/**
 * The Service that a webhook calls. If the webhook sets no port or no path, the port is 443, or the
 * path is `/`.
 */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  readonly path: string;
}

export interface Installation {
  /** The configurations that register lease-guard. The one of `manifests/base` is the first. */
  readonly configurations: readonly SnapshotObject[];
  readonly webhooks: readonly PlacedWebhook[];
  /** The writes that kube-apiserver sends to lease-guard under all configurations together. */
  readonly registration: Registration;
  readonly namespace: string;
  readonly reference: ServiceReference | undefined;
  readonly service: SnapshotObject | undefined;
  readonly deployment: SnapshotObject | undefined;
  /** The container that runs `lease-guard serve` or, if there is none, the first container. */
  readonly container: Fields | undefined;
  readonly containerIndex: number;
}

/** Finds the objects of lease-guard by their names, labels, and the Service of the webhooks. */
export function findInstallation(snapshot: Snapshot, chosen: string = installedName): Installation {
  const owned = objectsOf(snapshot, "ValidatingWebhookConfiguration").filter(isOwn);
  const configurations = owned.toSorted((one, other) => Number(isInstalled(other)) - Number(isInstalled(one)));
  const webhooks = configurations.flatMap(webhooksOf);
  const reference = webhooks.map(serviceOf).find((each) => each !== undefined);
  const namespace = reference?.namespace ?? chosen;
  const service = findObject(snapshot, "Service", namespace, reference?.name ?? installedName);
  const deployment = deploymentOf(snapshot, namespace, service);
  const containers = objectsAt(deployment?.value, "spec", "template", "spec", "containers");
  const containerIndex = Math.max(containers.findIndex(servesWebhook), 0);
  const registrations = configurations.map(({ value }) => toRegistration(value));
  return {
    configurations,
    webhooks,
    registration: { webhooks: registrations.flatMap((each) => (each.ok ? each.value.webhooks : [])) },
    namespace,
    reference,
    service,
    deployment,
    container: containers[containerIndex],
    containerIndex,
  };
}

export function webhooksOf(configuration: SnapshotObject): readonly PlacedWebhook[] {
  return objectsAt(configuration.value, "webhooks").map((value, index) => ({
    configuration,
    path: ["webhooks", index],
    value,
  }));
}

/** Returns the Service that a webhook calls, or undefined if the webhook calls a URL. */
export function serviceOf({ value }: PlacedWebhook): ServiceReference | undefined {
  const service = fieldAt(value, "clientConfig", "service");
  if (service === undefined) return undefined;
  const path = textAt(service, "path") || "/";
  return {
    namespace: textAt(service, "namespace"),
    name: textAt(service, "name"),
    port: numberAt(service, "port") ?? 443,
    path,
  };
}

function isInstalled({ name }: SnapshotObject): boolean {
  return name === installedName;
}

function isOwn(configuration: SnapshotObject): boolean {
  if (isInstalled(configuration) || hasLabels(configuration, ownLabel)) return true;
  return webhooksOf(configuration).some(
    (webhook) => serviceOf(webhook)?.name === installedName || isOwnWebhookName(textAt(webhook.value, "name")),
  );
}

/** Reports whether cert-manager sets the `caBundle` of a webhook configuration. */
export function hasCertManagerBundle({ value }: SnapshotObject): boolean {
  return [...mapAt(value, "metadata", "annotations").keys()].some((key) => key.startsWith("cert-manager.io/inject"));
}

export function hasLabels({ value }: SnapshotObject, wanted: Readonly<Record<string, string>>): boolean {
  const labels = mapAt(value, "metadata", "labels");
  return Object.entries(wanted).every(([key, text]) => labels.get(key) === text);
}

/** Returns the Deployment whose pods the Service selects. */
function deploymentOf(
  snapshot: Snapshot,
  namespace: string,
  service: SnapshotObject | undefined,
): SnapshotObject | undefined {
  const deployments = objectsOf(snapshot, "Deployment").filter((each) => each.namespace === namespace);
  const selected = service && deployments.find((each) => selectsPods(service, each));
  return (
    selected ??
    deployments.find(({ name }) => name === installedName) ??
    deployments.find(({ value }) => runsServe(value))
  );
}

export function selectsPods(service: SnapshotObject, deployment: SnapshotObject): boolean {
  const selector = mapAt(service.value, "spec", "selector");
  const labels = mapAt(deployment.value, "spec", "template", "metadata", "labels");
  return (
    selector.size > 0 &&
    selectsLabels(
      [...selector].map(([key, value]) => ({ key, operator: "In", values: [value] })),
      labels,
    )
  );
}

function runsServe(deployment: Fields): boolean {
  const containers = objectsAt(deployment, "spec", "template", "spec", "containers");
  return containers.some((container) => textAt(container, "image").includes(installedName) && servesWebhook(container));
}

function servesWebhook(container: Fields): boolean {
  return textsAt(container, "args").includes("serve") || textsAt(container, "command").includes("serve");
}

/** Returns the value of a flag of `serve` in the container, or undefined without the flag. */
export function flagValue(own: Pick<Installation, "container">, flag: ServeFlagName): string | undefined {
  return flagValues(own, flag).at(-1);
}

/**
 * Returns all values of a flag that can be repeated, such as `--deny`, in the command and the
 * arguments of the container.
 */
export function flagValues({ container }: Pick<Installation, "container">, flag: ServeFlagName): readonly string[] {
  return valuesOfFlag(argsOf(container), flag);
}

/** Returns the values of a flag in arguments, as `--flag=value` or `--flag value`. */
export function valuesOfFlag(args: readonly string[], flag: string): readonly string[] {
  return args.flatMap((arg, index) => {
    if (arg.startsWith(`${flag}=`)) return [arg.slice(flag.length + 1)];
    return arg === flag ? [args[index + 1] ?? ""] : [];
  });
}

/** Reports whether the container has a flag of `serve` without a value. */
export function hasFlag({ container }: Pick<Installation, "container">, flag: ServeFlagName): boolean {
  return argsOf(container).includes(flag);
}

/** Returns the command and the arguments of a container. */
export function argsOf(container: Fields | undefined): readonly string[] {
  return [...textsAt(container, "command"), ...textsAt(container, "args")];
}
