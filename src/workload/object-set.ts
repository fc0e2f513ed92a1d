import { objectsAt, textAt } from "../core/api/fields.ts";
import { property } from "../core/api/json-object.ts";
import { apiGroupOf } from "../core/api/meta.ts";
import { checkLabel } from "../core/text/names.ts";
import { rbacGroup } from "./policy-rule.ts";
import type { ObjectSet, SetGroup, SetObject } from "./set-object.ts";

/** An object, and the group of its kind in a set. */
export interface SetMember {
  readonly group: SetGroup;
  readonly object: SetObject;
}

interface SetKind {
  readonly apiGroup: string;
  readonly group: SetGroup;
  readonly isClusterScoped?: true;
}

const workload: SetKind = { apiGroup: "apps", group: "workloads" };

const kinds: ReadonlyMap<string, SetKind> = new Map<string, SetKind>([
  ["Deployment", workload],
  ["StatefulSet", workload],
  ["DaemonSet", workload],
  ["HorizontalPodAutoscaler", { apiGroup: "autoscaling", group: "autoscalers" }],
  ["ConfigMap", { apiGroup: "", group: "configMaps" }],
  ["ServiceAccount", { apiGroup: "", group: "serviceAccounts" }],
  ["Role", { apiGroup: rbacGroup, group: "roles" }],
  ["ClusterRole", { apiGroup: rbacGroup, group: "roles", isClusterScoped: true }],
  ["RoleBinding", { apiGroup: rbacGroup, group: "bindings" }],
  ["ClusterRoleBinding", { apiGroup: rbacGroup, group: "bindings", isClusterScoped: true }],
]);

/** The groups whose objects checks report. The objects of the other groups complete these. */
const checkedGroups: readonly SetGroup[] = ["workloads", "roles", "bindings"];

export function isCheckedGroup(group: SetGroup): boolean {
  return checkedGroups.includes(group);
}

/** Reports whether checks read the objects of a group. ServiceAccounts are only for `access`. */
export function isForChecks(group: SetGroup): boolean {
  return group !== "serviceAccounts";
}

/**
 * Length of the text of a ConfigMap that can be relevant without a word about elections. Most
 * settings of programs are shorter, and most dashboards and certificates are longer.
 */
const shortConfigMap = 16 * 1024;

/**
 * Reports whether checks need the text of an object of a type. A long ConfigMap without a word
 * about elections counts as one that is not in the set.
 */
export function isSetText(type: Readonly<Record<"apiVersion" | "kind", string>>, text: string): boolean {
  const found = kindOf(type.apiVersion, type.kind);
  if (found === undefined || !isForChecks(found.group)) return false;
  return found.group !== "configMaps" || text.length <= shortConfigMap || /leader|election|lease/i.test(text);
}

function kindOf(apiVersion: string, kind: string): SetKind | undefined {
  const found = kinds.get(kind);
  const apiGroup = apiVersion.includes("/") ? apiGroupOf(apiVersion) : "";
  return found?.apiGroup === apiGroup ? found : undefined;
}

/** Matches the kinds of checked objects in a manifest. */
const checkedKind = new RegExp(
  `kind["']?\\s*:\\s*["']?(?:${[...kinds].flatMap(([kind, { group }]) => (isCheckedGroup(group) ? [kind] : [])).join("|")})\\b`,
);

/** Reports whether a manifest may contain an object of a set that checks report. */
export function mayContainSetObject(text: string): boolean {
  return checkedKind.test(text);
}

/**
 * Returns a value as the object of a set, or undefined for a value of another kind or without a
 * name. `namespace` is for objects that set none. A namespace that is a placeholder, such as
 * `${NAMESPACE}`, is not known. `isPatch` says that the value is a part of an object.
 */
export function setMemberOf(value: unknown, namespace?: string, isPatch: boolean = false): SetMember | undefined {
  const [apiVersion, kind] = [textAt(value, "apiVersion"), textAt(value, "kind")];
  const name = textAt(value, "metadata", "name");
  const found = kindOf(apiVersion, kind);
  if (found === undefined || name === "") return undefined;
  const { group, isClusterScoped } = found;
  const object = {
    ...{ apiVersion, kind, name, value: value as object },
    namespace: isClusterScoped ? undefined : namespaceOf(value, namespace),
    ...((isPatch || property(value, "$patch") !== undefined || (group === "workloads" && hasNoImage(value))) && {
      isPatch: true as const,
    }),
  };
  return { group, object };
}

function namespaceOf(value: unknown, unset: string | undefined): string | undefined {
  const written = textAt(value, "metadata", "namespace");
  if (written === "") return unset;
  return checkLabel(written).length === 0 ? written : undefined;
}

/** Reports whether a workload has no image, so that no cluster accepts it. */
function hasNoImage(workload: unknown): boolean {
  return objectsAt(workload, "spec", "template", "spec", "containers").every((each) => textAt(each, "image") === "");
}

/** Returns the set of objects. See `ObjectSet` for `isComplete`. */
export function objectSetOf(members: readonly SetMember[], isComplete: boolean = false): ObjectSet {
  const of = (wanted: SetGroup): readonly SetObject[] =>
    members.flatMap(({ group, object }) => (group === wanted ? [object] : []));
  return {
    workloads: of("workloads"),
    autoscalers: of("autoscalers"),
    configMaps: of("configMaps"),
    serviceAccounts: of("serviceAccounts"),
    roles: of("roles"),
    bindings: of("bindings"),
    isComplete,
  };
}
