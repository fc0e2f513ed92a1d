import type { Draft } from "../harness/objects.ts";

/** One write, as kube-apiserver sends it to a webhook. */
export interface Write {
  readonly version: "v1" | "v1alpha1" | "v1alpha2" | "v1beta1";
  readonly kind: "Lease" | "LeaseCandidate";
  readonly operation: "CREATE" | "DELETE" | "UPDATE";
  readonly object?: Draft;
  readonly oldObject?: Draft;
  readonly user: {
    readonly username: string;
    readonly groups: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  /** The time of the write. */
  readonly now: string;
}

/** The parts of metadata that the laws read. Null and absent fields have the zero value of Go. */
export interface Meta {
  readonly name: string;
  readonly generateName: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation: number;
  readonly created: number | undefined;
  readonly deleted: number | undefined;
  readonly grace: number | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly finalizers: readonly string[];
  readonly owners: readonly Owner[];
  readonly managed: readonly Manager[];
  /** All fields as kube-apiserver sends them. */
  readonly sent: Readonly<Record<string, unknown>>;
}

export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: boolean;
}

export interface Manager {
  readonly manager: string;
  readonly operation: string;
  readonly fieldsType: string;
  readonly subresource: string;
}

/** A Lease with its times in milliseconds. Null fields are undefined. */
export interface Lease {
  readonly meta: Meta;
  readonly holder: string | undefined;
  readonly duration: number | undefined;
  readonly acquired: number | undefined;
  readonly renewed: number | undefined;
  readonly transitions: number | undefined;
  readonly strategy: string | undefined;
  readonly preferred: string | undefined;
}

/** A LeaseCandidate with its times in milliseconds. An absent string is empty. */
export interface Candidate {
  readonly meta: Meta;
  readonly version: string;
  readonly leaseName: string;
  readonly pinged: number | undefined;
  readonly renewed: number | undefined;
  readonly binary: string;
  readonly emulation: string;
  readonly strategies: readonly string[];
}

export function leaseOf({ metadata, spec }: Draft): Lease {
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions, strategy, preferredHolder } =
    spec ?? {};
  return {
    meta: metaOf(metadata),
    holder: text(holderIdentity),
    duration: number(leaseDurationSeconds),
    acquired: millis(acquireTime),
    renewed: millis(renewTime),
    transitions: number(leaseTransitions),
    strategy: text(strategy),
    preferred: text(preferredHolder),
  };
}

export function candidateOf({ apiVersion, metadata, spec }: Draft): Candidate {
  const { leaseName, pingTime, renewTime, binaryVersion, emulationVersion, strategy, preferredStrategies } = spec ?? {};
  const version = apiVersion.slice(apiVersion.indexOf("/") + 1);
  return {
    meta: metaOf(metadata),
    version,
    leaseName: text(leaseName) ?? "",
    pinged: millis(pingTime),
    renewed: millis(renewTime),
    binary: text(binaryVersion) ?? "",
    emulation: text(emulationVersion) ?? "",
    strategies:
      version === "v1alpha1"
        ? ((preferredStrategies ?? []) as readonly string[])
        : [text(strategy) ?? ""].filter(Boolean),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function metaOf(fields: Fields): Meta {
  const list = (field: string) => (fields[field] ?? []) as readonly Fields[];
  return {
    name: text(fields["name"]) ?? "",
    generateName: text(fields["generateName"]) ?? "",
    namespace: text(fields["namespace"]) ?? "",
    uid: text(fields["uid"]) ?? "",
    resourceVersion: text(fields["resourceVersion"]) ?? "",
    generation: number(fields["generation"]) ?? 0,
    created: millis(fields["creationTimestamp"]),
    deleted: millis(fields["deletionTimestamp"]),
    grace: number(fields["deletionGracePeriodSeconds"]),
    labels: (fields["labels"] ?? {}) as Meta["labels"],
    annotations: (fields["annotations"] ?? {}) as Meta["annotations"],
    finalizers: (fields["finalizers"] ?? []) as readonly string[],
    owners: list("ownerReferences").map(({ apiVersion, kind, name, uid, controller }) => ({
      apiVersion: text(apiVersion) ?? "",
      kind: text(kind) ?? "",
      name: text(name) ?? "",
      uid: text(uid) ?? "",
      controller: controller === true,
    })),
    managed: list("managedFields").map(({ manager, operation, fieldsType, subresource }) => ({
      manager: text(manager) ?? "",
      operation: text(operation) ?? "",
      fieldsType: text(fieldsType) ?? "",
      subresource: text(subresource) ?? "",
    })),
    sent: fields,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Returns a time in milliseconds, with the microseconds as a fraction. */
function millis(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const [, seconds = value, micros = ""] = /^(.*?)(?:[.,](\d+))?(?:Z|[+-]\d\d:\d\d)$/.exec(value) ?? [];
  const zone = /(?:Z|[+-]\d\d:\d\d)$/.exec(value)?.[0] ?? "Z";
  return Date.parse(`${seconds}${zone}`) + Number(micros.padEnd(6, "0")) / 1000;
}
