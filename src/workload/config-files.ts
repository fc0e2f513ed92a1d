import { type Fields, fieldAt, mapAt, objectsAt, textAt } from "../core/api/fields.ts";
import { isJsonObject } from "../core/api/json-object.ts";
import { type FieldPath, formatPath } from "../core/field/path.ts";
import { manifestValues } from "../manifest/manifest-values.ts";
import { configMapOf } from "./config-maps.ts";
import { valueAt } from "./environment.ts";
import type { Flag } from "./flags.ts";
import type { ObjectSet, SetObject } from "./set-object.ts";
import type { Located } from "./workload-election.ts";

export interface ConfigFiles {
  readonly documents: readonly Located<object>[];
  /** The reason why the program can have another configuration file. */
  readonly more: string | undefined;
}

/** Matches the names of the usual flags with the path of a configuration file. */
const configFlag = /^config(?:uration)?(?:-?(?:file|path))?$/i;

/** A file of a ConfigMap in the file system of a container. */
interface MountedFile {
  readonly path: string;
  readonly text: string;
  readonly field: Omit<Located<string>, "value">;
}

/**
 * Reads the configuration files of a container: the file that a flag such as `--config` names, or
 * without the flag, all YAML files of the ConfigMaps that the container mounts.
 */
export async function configFilesOf(
  set: ObjectSet,
  workload: SetObject,
  containerPath: FieldPath,
  flags: readonly Flag[],
): Promise<ConfigFiles> {
  const container = valueAt(workload, containerPath);
  const mounts = objectsAt(container, "volumeMounts").map((mount) => filesOf(mount, set, workload));
  const files = mounts.flatMap((mount) => mount.files);
  const named = flags.findLast(({ name }) => configFlag.test(name));
  if (named === undefined) {
    return { documents: await documentsOf(files), more: mounts.find(({ more }) => more !== undefined)?.more };
  }
  const path = named.value ?? named.next;
  const text = path?.kind === "known" ? path.value : "";
  const read = await documentsOf(files.filter((file) => file.path === text));
  if (read.length > 0) return { documents: read, more: undefined };
  return { documents: [], more: `the file of ${named.text} is not in a ConfigMap of the set` };
}

function filesOf(
  mount: Fields,
  set: ObjectSet,
  workload: SetObject,
): { readonly files: readonly MountedFile[]; readonly more?: string } {
  const volumes = objectsAt(workload.value, "spec", "template", "spec", "volumes");
  const volume = volumes.find((each) => textAt(each, "name") === textAt(mount, "name"));
  const sources = [
    fieldAt(volume, "configMap"),
    ...objectsAt(volume, "projected", "sources").map((each) => fieldAt(each, "configMap")),
  ].filter(isJsonObject);
  const files: MountedFile[] = [];
  for (const source of sources) {
    const read = configMapOf(set, workload, textAt(source, "name"));
    if (!read.ok) return { files, more: read.error };
    if (read.value !== undefined) files.push(...filesIn(read.value, source, mount));
  }
  return { files };
}

function filesIn(map: SetObject, source: Fields, mount: Fields): readonly MountedFile[] {
  const items = objectsAt(source, "items");
  const paths = new Map(items.map((item) => [textAt(item, "key"), textAt(item, "path")]));
  const directory = textAt(mount, "mountPath").replace(/\/+$/, "");
  const subPath = textAt(mount, "subPath");
  return [...mapAt(map.value, "data")].flatMap(([key, text]) => {
    const path = items.length === 0 ? key : paths.get(key);
    if (path === undefined || (subPath !== "" && subPath !== path)) return [];
    const field = { object: map, path: ["data", { key }] };
    return [{ path: subPath === "" ? `${directory}/${path}` : directory, text, field }];
  });
}

async function documentsOf(files: readonly MountedFile[]): Promise<readonly Located<object>[]> {
  const documents: Located<object>[] = [];
  for (const { text, field } of files) {
    const values = await valuesIn(text, field);
    documents.push(...values.map((value) => ({ ...field, value })));
  }
  return documents;
}

/** A cache of the values of each file, because many workloads can mount one ConfigMap. */
const read = new WeakMap<SetObject, Map<string, readonly object[]>>();

async function valuesIn(text: string, { object, path }: MountedFile["field"]): Promise<readonly object[]> {
  const files = read.get(object) ?? new Map<string, readonly object[]>();
  read.set(object, files);
  const key = formatPath(path);
  const known = files.get(key);
  if (known !== undefined) return known;
  const found = await manifestValues(text);
  const values = found.ok ? found.value.filter(isJsonObject) : [];
  files.set(key, values);
  return values;
}
