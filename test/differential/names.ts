/** The characters of the suffixes that Kubernetes generates. Hashes have fewer of them. */
const letters = "[bcdfghjklmnpqrstvwxz2456789]";
const deployment = new RegExp(`^(.+)-[456789bcdf]{6,10}-${letters}{5}$`);
const generated = new RegExp(`^(.+)-${letters}{5}$`);
/** kube-apiserver cuts the beginning of a generated name after 58 characters. */
const cut = new RegExp(`^(.{58})${letters}{5}$`);

/** A name in the form of a pod's name: the owner of the pod, and the name of the owner. */
interface PodForm {
  readonly of: "cut" | "Deployment" | "generated" | "StatefulSet";
  readonly workload: string;
}

/** Returns the owner of a pod with this name. */
export function pod(name: string): PodForm | undefined {
  const [, deployed] = deployment.exec(name) ?? [];
  if (deployed !== undefined) return { of: "Deployment", workload: deployed };
  const [, numbered] = /^(.+)-\d+$/.exec(name) ?? [];
  if (numbered !== undefined) return { of: "StatefulSet", workload: numbered };
  const [, other] = generated.exec(name) ?? [];
  if (other !== undefined) return { of: "generated", workload: other };
  const [, long] = cut.exec(name) ?? [];
  return long === undefined ? undefined : { of: "cut", workload: long };
}

/** Returns the name in an identity of the form `NAME`, `NAME_UUID`, or `NAMESPACE/NAME`. */
export function nameIn(identity: string): string {
  const [name = ""] = identity.slice(identity.lastIndexOf("/") + 1).split("_");
  return name;
}

/** Reports whether an identity contains the name of a pod or a node. */
export function names(identity: string, name: string | undefined): boolean {
  if (name === undefined) return false;
  return identity.split(/[^a-z0-9.-]+/).some((part) => part === name || part.startsWith(`${name}.`));
}

/** The facts about a writer that the comparison of names needs. */
interface Writer {
  readonly account: { readonly namespace: string } | undefined;
  readonly pod: string | undefined;
  readonly node: string | undefined;
  readonly knownNode: string | undefined;
}

/** Reports whether an identity contains the name of the writer's pod or of its node. */
export function isOwn(identity: string, writer: Writer): boolean {
  return names(identity, writer.pod) || names(identity, writer.node);
}

/** Reports whether an identity certainly names a pod other than that of the writer. */
export function isOtherPod(identity: string, writer: Writer): boolean {
  if (writer.pod === undefined || isOwn(identity, writer)) return false;
  const [own, other] = [pod(writer.pod), pod(nameIn(identity))];
  if (other?.of === "Deployment" && writer.knownNode !== undefined) return true;
  const namespace = /^(.*)\//.exec(identity)?.[1];
  if (namespace !== undefined && namespace !== writer.account?.namespace) return false;
  return own !== undefined && own.of === other?.of && own.workload === other.workload;
}

/** The words that many programs share. */
const common = new Set(
  "agent cluster controller k8s kube kubernetes manager operator plugin provider server service system webhook".split(
    " ",
  ),
);

/** Returns the words of a name that identify a program. */
export function words(name: string): readonly string[] {
  return name.split("-").filter((word) => !common.has(word));
}

/** Reports whether one name contains the other, or an identifying word of the other. */
export function areSimilar(name: string, other: string): boolean {
  const joined = (text: string) => text.replaceAll("-", "");
  const shared = (one: string, two: string) => [joined(one), ...words(one)].some((word) => joined(two).includes(word));
  return shared(name, other) || shared(other, name);
}

/** Returns the name of the workload of a pod. */
export function workloadOf(name: string): string {
  return pod(name)?.workload ?? name;
}

const name63 = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const subdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** The IsDNS1123Subdomain of Kubernetes. */
export function isSubdomain(name: string): boolean {
  return name.length <= 253 && subdomain.test(name);
}

/** The IsDNS1123Label of Kubernetes. */
export function isLabel(name: string): boolean {
  return name.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name);
}

/** The IsConfigMapKey of Kubernetes. */
export function isConfigKey(name: string): boolean {
  return name.length <= 253 && /^[-._a-zA-Z0-9]+$/.test(name) && name !== "." && !name.startsWith("..");
}

/** The IsQualifiedName of Kubernetes: a name, with or without a prefix. */
export function isQualified(key: string): boolean {
  const parts = key.split("/");
  const [prefix, name] = parts.length === 1 ? [undefined, key] : parts;
  return parts.length <= 2 && name63.test(name ?? "") && (prefix === undefined || isSubdomain(prefix));
}

export function isStrategy(text: string): boolean {
  return text === "OldestEmulationVersion" || (text.includes("/") && isQualified(text));
}

export function isLabelValue(value: string): boolean {
  return value === "" || name63.test(value);
}

/** Reports whether Go's `unicode.IsPrint` accepts all characters. */
export function isPrintable(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text);
}

export function bytes(text: string): number {
  return Buffer.byteLength(text);
}
