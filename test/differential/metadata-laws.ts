import {
  guardedUntil,
  isHeld,
  isNodeLease,
  type Law,
  type Laws,
  minute,
  onCreate,
  onDelete,
  onUpdate,
  onWrite,
  skew,
} from "./law.ts";
import { bytes, isConfigKey, isLabel, isLabelValue, isPrintable, isQualified, isSubdomain } from "./names.ts";
import { type Allowed, allows, garbageCollector, matches } from "./users.ts";
import type { Candidate, Lease, Meta, Owner } from "./write.ts";

type Either = Candidate | Lease;

/** Parameters of the rules about metadata, as in the policy of the test. */
export interface MetadataParameters {
  readonly deleters: Allowed;
  readonly writers: Allowed;
  readonly names: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

const isLease = (object: Either): object is Lease => "holder" in object;

/** Lists of metadata whose number of entries is bounded. */
const lists = (meta: Meta | undefined): readonly number[] =>
  meta === undefined
    ? [0, 0, 0, 0]
    : [
        meta.finalizers.length,
        Object.keys(meta.labels).length,
        meta.managed.filter(({ operation }) => operation !== "Update").length,
        meta.owners.length,
      ];

/** An empty text, the number 0, and an absent field are equal. */
const specOf = ({ meta: _, ...spec }: Either): string => JSON.stringify(spec, (_key, value) => value || undefined);

function grows(least: number, most: number): Law<Either> {
  return onWrite((object, old) => {
    const before = lists(old?.meta);
    // A renewal may add entries beyond the limit.
    const more = old !== undefined && object.renewed !== old.renewed ? 10 : 0;
    return lists(object.meta).some(
      (count, index) => count - more > Math.max(least, before[index] ?? 0) && count - more <= most,
    );
  });
}

/** The bytes of JSON. Short escape sequences other than those of Go and JSON count as 6 bytes. */
function sizeOf(meta: Meta | undefined): number {
  const long = JSON.stringify(meta?.sent ?? {}).replaceAll(/\\(u....|.)/g, (sequence, unit) =>
    /^["\\nrt]$/.test(unit) ? sequence : "xxxxxx",
  );
  return bytes(long.replaceAll(/[<>&\u2028\u2029]/g, "xxxxxx"));
}

const entriesOf = (entries: Readonly<Record<string, string>>) => Object.entries(entries);

const totalBytes = (entries: Readonly<Record<string, string>>): number =>
  entriesOf(entries).reduce((sum, [key, value]) => sum + bytes(key) + bytes(value), 0);

/** ParseGroupVersion: `VERSION` or `GROUP/VERSION`. */
function versionOf({ apiVersion }: Owner): string {
  const parts = apiVersion.split("/");
  return parts.length > 2 ? "" : (parts.at(-1) ?? "");
}

const isEvent = ({ apiVersion, kind }: Owner): boolean => /^\/?v1$/.test(apiVersion) && kind === "Event";

function isGenerateName(object: Either, prefix: string): boolean {
  if (!isLease(object)) return isConfigKey(prefix);
  const masked = prefix.length > 1 && prefix.endsWith("-") ? `${prefix.slice(0, -2)}a` : prefix;
  return isSubdomain(masked);
}

function isName(object: Either, name: string): boolean {
  return isLease(object) ? isSubdomain(name) : isConfigKey(name);
}

/** On an update, kube-apiserver denies only names that cannot be a segment of a path. */
const isSegment = (name: string): boolean => name !== "." && name !== ".." && !/[/%]/.test(name);

const immutable = ["name", "namespace", "uid", "created", "deleted", "grace"] as const;

const anyManager = (check: (entry: Meta["managed"][number]) => boolean): Law<Either> =>
  onWrite(({ meta }) => meta.managed.some(check));

export function metadataLaws(parameters: MetadataParameters): Laws<Either> {
  return {
    "metadata/annotation-keys-qualified": onWrite(({ meta }) =>
      Object.keys(meta.annotations).some((key) => !isQualified(key.toLowerCase())),
    ),
    "metadata/annotations-size-bounded": onWrite(({ meta }) => totalBytes(meta.annotations) > 262144),
    "metadata/deleter-allowed": onDelete(
      ({ meta }, { user }) => !user.isUnknown && !allows(parameters.deleters, user, meta.namespace),
    ),
    "metadata/entries-at-most-100": grows(100, 1000),
    "metadata/entries-at-most-1000": grows(1000, Number.POSITIVE_INFINITY),
    "metadata/finalizers-compatible": onWrite(
      ({ meta }) => meta.finalizers.includes("orphan") && meta.finalizers.includes("foregroundDeletion"),
    ),
    "metadata/finalizers-not-added-in-deletion": onUpdate(
      ({ meta }, { meta: old }) =>
        old.deleted !== undefined && meta.finalizers.some((each) => !old.finalizers.includes(each)),
    ),
    "metadata/finalizers-qualified": onWrite(({ meta }) => meta.finalizers.some((each) => !isQualified(each))),
    "metadata/generate-name-valid": onWrite((object, old) => {
      const { generateName } = object.meta;
      if (generateName === "") return false;
      return old === undefined ? !isGenerateName(object, generateName) : !isSegment(generateName);
    }),
    "metadata/generation-not-decremented": onUpdate(({ meta }, { meta: old }) => meta.generation < old.generation),
    "metadata/generation-not-negative": onWrite(({ meta }) => meta.generation < 0),
    "metadata/label-keys-qualified": onWrite(({ meta }) => Object.keys(meta.labels).some((key) => !isQualified(key))),
    "metadata/label-values-valid": onWrite(({ meta }) =>
      Object.values(meta.labels).some((value) => !isLabelValue(value ?? "")),
    ),
    "metadata/labels-required": onWrite(({ meta }, old) =>
      entriesOf(parameters.labels).some(([key, pattern]) => {
        const value = meta.labels[key];
        if (old !== undefined && value === old.meta.labels[key]) return false;
        return value === undefined || !matches(pattern, value);
      }),
    ),
    "metadata/live-object-not-collected": onDelete((old, { now, user }) => {
      if (user.name !== garbageCollector || isNodeLease(old.meta)) return false;
      if (!isLease(old))
        return old.renewed !== undefined && old.renewed > now - 6 * minute && old.renewed <= now + skew;
      return isHeld(old, now) && guardedUntil(old) <= now + 5 * minute;
    }),
    "metadata/managed-fields-manager-bounded": anyManager(({ manager }) => bytes(manager) > 128),
    "metadata/managed-fields-manager-printable": anyManager(({ manager }) => !isPrintable(manager)),
    "metadata/managed-fields-operation-known": anyManager(({ operation }) => !["Apply", "Update"].includes(operation)),
    "metadata/managed-fields-subresource-bounded": anyManager(({ subresource }) => bytes(subresource) > 256),
    "metadata/managed-fields-type-known": anyManager(({ fieldsType }) => !["", "FieldsV1"].includes(fieldsType)),
    "metadata/name-pattern": onCreate(
      ({ meta: { name } }) => name !== "" && !parameters.names.some((pattern) => matches(pattern, name)),
    ),
    "metadata/name-required": onWrite(
      ({ meta: { name, generateName } }, old) => name === "" && (generateName === "" || old !== undefined),
    ),
    "metadata/name-valid": onWrite((object, old) => {
      const { name, generateName } = object.meta;
      if (old !== undefined) return !isSegment(name);
      if (name !== "") return !isName(object, name);
      return generateName !== "" && !isName(object, `${generateName.slice(0, 58)}xxxxx`);
    }),
    "metadata/namespace-required": onWrite(({ meta }) => meta.namespace === ""),
    "metadata/namespace-valid": onWrite(({ meta }) => meta.namespace !== "" && !isLabel(meta.namespace)),
    "metadata/owner-controller-single": onWrite(
      ({ meta }) => meta.owners.filter(({ controller }) => controller).length > 1,
    ),
    "metadata/owner-not-event": onWrite(({ meta }) => meta.owners.some(isEvent)),
    "metadata/owner-reference-fields-set": onWrite(({ meta }) =>
      meta.owners.some(({ kind, name, uid }) => [kind, name, uid].includes("")),
    ),
    "metadata/owner-reference-version-set": onWrite(({ meta }) => meta.owners.some((each) => versionOf(each) === "")),
    "metadata/resource-version-on-update": onUpdate(({ meta }) => meta.resourceVersion === ""),
    "metadata/size-at-most-512-kib": onWrite((object, old) => {
      // Most metadata is far too small.
      const size = JSON.stringify(object.meta.sent).length > 80_000 ? sizeOf(object.meta) : 0;
      const more = old !== undefined && specOf(object) !== specOf(old) ? 10_240 : 0;
      return size - more > Math.max(524_288, sizeOf(old?.meta));
    }),
    "metadata/system-fields-immutable": onUpdate(({ meta }, { meta: old }) =>
      immutable.some((field) => meta[field] !== old[field]),
    ),
    "metadata/writer-allowed": onWrite(
      ({ meta }, _, { user }) => !user.isUnknown && !allows(parameters.writers, user, meta.namespace),
    ),
  };
}
