import { kinds } from "../../core/api/coordination.ts";
import { isJsonObject, property } from "../../core/api/json-object.ts";
import {
  defaultKubernetesVersion,
  type KubernetesVersion,
  kubernetesVersions,
  servedIn,
  servingVersions,
} from "../../core/api/kubernetes-version.ts";
import { apiGroupOf, apiVersionOf } from "../../core/api/meta.ts";
import { coordinationGroup, type ServedVersion, servedVersions } from "../../core/api/served-versions.ts";
import { type FieldError, invalid, required, typeInvalid } from "../../core/field/error.ts";
import { closestName } from "../../core/text/closest-name.ts";

/**
 * An error in `apiVersion` or `kind` that prevents kubectl from finding the resource of an object.
 */
export interface TypeFinding extends FieldError {
  readonly origin: "schema/type" | "schema/required" | "schema/served-version";
}

/**
 * The names of the kinds and of their list kinds. kubectl sends the items of a list as separate
 * objects.
 */
const kindsAndLists: readonly string[] = kinds.flatMap((kind) => [kind, `${kind}List`]);

/**
 * Fields of `spec` that only one kind has, each with this kind. Almost every object sets one of
 * them. Other fields that only one kind has, such as `pingTime`, reveal nothing more.
 */
const revealingFields: readonly (readonly [field: string, kind: string])[] = [
  ["leaseName", "LeaseCandidate"],
  ["holderIdentity", "Lease"],
  ["leaseDurationSeconds", "Lease"],
];

/**
 * Returns the errors in `apiVersion` and `kind` of a value that is probably a Lease or
 * LeaseCandidate. Returns an empty list for any other value, and for a Lease of another API group.
 * The value must not be of a served version.
 */
export function typeFindings(
  value: unknown,
  kubernetesVersion: KubernetesVersion = defaultKubernetesVersion,
): readonly TypeFinding[] {
  if (!isJsonObject(value) || !isProbablyOurs(value)) return [];
  const kind = meantKind(value);
  return [...apiVersionFindings(value["apiVersion"], kind, kubernetesVersion), ...kindFindings(value, kind)];
}

/**
 * Returns the kind that a user probably meant, which has a name like `kind`. If `kind` is not a
 * string or is empty, returns the kind that the spec reveals.
 */
function meantKind({ kind, spec }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof kind !== "string" || kind === "") return revealedKind(spec);
  return closestName(kind, kindsAndLists)?.replace(/List$/, "");
}

function revealedKind(spec: unknown): string | undefined {
  return revealingFields.find(([field]) => property(spec, field) !== undefined)?.[1];
}

/**
 * Reports whether an object probably belongs to the group `coordination.k8s.io`. If `apiVersion` is
 * absent or contains no group, the kind must be Lease or LeaseCandidate in any letter case. If both
 * `apiVersion` and `kind` are absent, the spec must instead have one of `revealingFields`.
 */
export function isProbablyOurs({ apiVersion, kind, spec }: Readonly<Record<string, unknown>>): boolean {
  if (typeof apiVersion === "string" && apiVersion !== "") {
    return (
      apiGroupOf(apiVersion).toLowerCase() === coordinationGroup || (!apiVersion.includes("/") && isKindInAnyCase(kind))
    );
  }
  if (!isAbsent(kind)) return isKindInAnyCase(kind);
  return isAbsent(apiVersion) && revealedKind(spec) !== undefined;
}

/** Matches text with the API group, the name of a kind, or one of `revealingFields`. */
const leaseText = new RegExp(
  [
    coordinationGroup.replaceAll(".", "\\."),
    `kind["']?\\s*:\\s*["']?(?:${kinds.join("|")})`,
    ...revealingFields.map(([field]) => `${field}["']?\\s*:`),
  ].join("|"),
  "i",
);

/**
 * Reports whether text that cannot be parsed may contain a Lease or a LeaseCandidate, also one
 * without `apiVersion` and `kind`.
 */
export function mayContainLease(text: string): boolean {
  return leaseText.test(text);
}

function isKindInAnyCase(kind: unknown): boolean {
  return typeof kind === "string" && kinds.some((known) => known.toLowerCase() === kind.toLowerCase());
}

/** Reports whether Go treats the value of a string field as absent. */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/**
 * Returns the error in `kind`, or the missing `items` of a list kind. Returns an empty list if
 * `kind` is Lease or LeaseCandidate. `meant` is the kind that the user probably meant.
 */
function kindFindings({ kind }: Readonly<Record<string, unknown>>, meant: string | undefined): readonly TypeFinding[] {
  const names = meant ?? kinds.join(" or ");
  if (isAbsent(kind)) return [{ ...required(["kind"], `must be ${names}`), origin: "schema/required" }];
  if (typeof kind !== "string")
    return [{ ...typeInvalid(["kind"], kind, `must be a string: ${names}`), origin: "schema/type" }];
  if (kinds.some((known) => known === kind)) return [];
  if (kindsAndLists.includes(kind))
    return [{ ...required(["items"], "must be a list of objects"), origin: "schema/required" }];
  const near = closestName(kind, kindsAndLists);
  const detail = `must be a kind of ${coordinationGroup}: ${near === undefined ? names : `did you mean ${near}?`}`;
  return [{ ...invalid(["kind"], kind, detail), origin: "schema/served-version" }];
}

/**
 * Returns the error in `apiVersion`, or an empty list if `servedVersions` contains the kind in this
 * version. `kind` is undefined if neither `kind` nor the spec of the object suggests a kind of the
 * group.
 */
function apiVersionFindings(
  apiVersion: unknown,
  kind: string | undefined,
  kubernetesVersion: KubernetesVersion,
): readonly TypeFinding[] {
  const versions = servedVersions.filter(({ gvk }) => kind === undefined || gvk.kind === kind);
  if (versions.some(({ gvk }) => apiVersionOf(gvk) === apiVersion)) return [];
  const served = new Set(
    versions.filter((version) => servedIn(version, kubernetesVersion)).map(({ gvk }) => apiVersionOf(gvk)),
  );
  const one = [...served].join(" or ");
  if (isAbsent(apiVersion)) return [{ ...required(["apiVersion"], `must be ${one}`), origin: "schema/required" }];
  if (typeof apiVersion !== "string")
    return [{ ...typeInvalid(["apiVersion"], apiVersion, `must be a string: ${one}`), origin: "schema/type" }];
  const detail = `must be a version of ${kind ?? kinds.join(" or ")} that Kubernetes ${kubernetesVersion} serves: ${one}`;
  return [{ ...invalid(["apiVersion"], apiVersion, detail), origin: "schema/served-version" }];
}

/**
 * Returns a finding if a Kubernetes version does not serve the API version of an object, and
 * undefined otherwise. `check` also runs the rules for such an object, so that one run reports all
 * errors of a file. The playground and the library return only this finding, because no client can
 * send the write.
 */
export function notServedFinding(served: ServedVersion, wanted: KubernetesVersion): TypeFinding | undefined {
  if (servedIn(served, wanted)) return undefined;
  const { kind } = served.gvk;
  const serving = servingVersions(served);
  const [first, last] = [serving[0], serving.at(-1)];
  const range = first === last ? `${first} serves` : `${first} to ${last} serve`;
  const others = first === undefined ? `Kubernetes before ${kubernetesVersions[0]} serves` : range;
  const detail = `must be a version of ${kind} that Kubernetes ${wanted} serves, not a version that only ${others}`;
  return { ...invalid(["apiVersion"], apiVersionOf(served.gvk), detail), origin: "schema/served-version" };
}
