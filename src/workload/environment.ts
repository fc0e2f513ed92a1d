import { type Fields, fieldAt, mapAt, objectsAt, textAt } from "../core/api/fields.ts";
import type { FieldPath } from "../core/field/path.ts";
import { configMapOf } from "./config-maps.ts";
import type { ObjectSet, SetObject } from "./set-object.ts";
import { expand, known, type SettingText, unknown } from "./setting-text.ts";
import type { Located } from "./workload-election.ts";

export interface Environment {
  /** The variables that the manifests set, with the fields that contain their values. */
  readonly variables: ReadonlyMap<string, Located<SettingText>>;
  /** The reason why the container can have more variables. */
  readonly more: string | undefined;
}

/** Returns the environment variables of a container, as the kubelet builds them. */
export function environmentOf(set: ObjectSet, workload: SetObject, containerPath: FieldPath): Environment {
  const container = valueAt(workload, containerPath);
  const variables = new Map<string, Located<SettingText>>();
  const reasons: string[] = [];
  for (const source of objectsAt(container, "envFrom")) {
    const read = importedFrom(source, set, workload);
    if (typeof read === "string") reasons.push(read);
    else for (const [name, value] of read) variables.set(name, value);
  }
  const [more] = reasons;
  const lookUp = (name: string): SettingText | undefined => variableText({ variables, more }, name);
  for (const [index, variable] of objectsAt(container, "env").entries()) {
    const name = textAt(variable, "name");
    const path = [...containerPath, "env", index];
    const value = variableOf(variable, { set, workload, path, lookUp });
    if (value !== undefined) variables.set(name, value);
    else variables.delete(name);
  }
  return { variables, more };
}

/** Returns the value of a variable, or undefined if the variable does not exist. */
export function variableText({ variables, more }: Environment, name: string): SettingText | undefined {
  return variables.get(name)?.value ?? (more === undefined ? undefined : unknown(more));
}

/** Returns the value at a path without keys of maps. */
export function valueAt({ value }: SetObject, path: FieldPath): unknown {
  return fieldAt(value, ...path.map((step) => (typeof step === "object" ? step.key : step)));
}

function importedFrom(
  source: Fields,
  set: ObjectSet,
  workload: SetObject,
): string | readonly (readonly [string, Located<SettingText>])[] {
  const secret = textAt(source, "secretRef", "name");
  if (secret !== "") return `the Secret ${secret} can contain environment variables`;
  const name = textAt(source, "configMapRef", "name");
  const read = configMapOf(set, workload, name);
  if (!read.ok) return read.error;
  const { value: map } = read;
  if (map === undefined) return [];
  const prefix = textAt(source, "prefix");
  return [...mapAt(map.value, "data")].map(([key, text]) => [
    prefix + key,
    { value: known(text), object: map, path: ["data", { key }] },
  ]);
}

interface Scope {
  readonly set: ObjectSet;
  readonly workload: SetObject;
  readonly path: FieldPath;
  readonly lookUp: (name: string) => SettingText | undefined;
}

/** Returns the value of a variable, or undefined for an optional value that does not exist. */
function variableOf(variable: Fields, scope: Scope): Located<SettingText> | undefined {
  const { set, workload, path } = scope;
  const here = (value: SettingText): Located<SettingText> => ({ value, object: workload, path });
  const source = fieldAt(variable, "valueFrom");
  if (source == null) return { ...here(expand(textAt(variable, "value"), scope.lookUp)), path: [...path, "value"] };
  const field = textAt(source, "fieldRef", "fieldPath");
  if (field !== "") return here(fieldText(field, workload));
  const name = textAt(source, "configMapKeyRef", "name");
  if (name === "") return here(unknown(`the value of ${textAt(variable, "name")} is not in the manifests`));
  const key = textAt(source, "configMapKeyRef", "key");
  const read = configMapOf(set, workload, name);
  if (!read.ok) return here(unknown(read.error));
  const text = mapAt(read.value?.value, "data").get(key);
  if (read.value !== undefined && text !== undefined)
    return { value: known(text), object: read.value, path: ["data", { key }] };
  if (fieldAt(source, "configMapKeyRef", "optional") === true) return undefined;
  return here(unknown(`the ConfigMap ${name} has no key ${key}`));
}

const perPod = new Set(["metadata.name", "metadata.uid", "spec.nodeName", "status.podIP", "status.hostIP"]);

function fieldText(field: string, workload: SetObject): SettingText {
  if (field === "metadata.namespace")
    return workload.namespace === undefined ? unknown(noNamespace) : known(workload.namespace);
  if (field === "spec.serviceAccountName") {
    const name = textAt(workload.value, "spec", "template", "spec", "serviceAccountName");
    return known(name === "" ? "default" : name);
  }
  return perPod.has(field) ? { kind: "per-pod" } : unknown(`the value of ${field} is not in the manifests`);
}

export const noNamespace = "the workload sets no namespace";
