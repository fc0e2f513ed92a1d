import { type Fields, fieldAt, mapAt, objectsAt, textAt } from "../core/api/fields.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { withoutByteOrderMark } from "../core/text/decode-text.ts";
import { serveFlagNames } from "../core/text/installed-name.ts";
import { isBelow } from "../core/text/manifest-name.ts";
import { type PolicyFile, policyFilesIn } from "../policy/file/policy-parts.ts";
import { type PolicyDiagnostic, type ReadablePolicy, readPolicy } from "../policy/file/read-policy.ts";
import { deniedRules, forceDeny } from "../policy/force-deny.ts";
import { defaultPolicy, type Policy } from "../policy/policy.ts";
import { flagValue, flagValues, type Installation } from "./installation.ts";
import { findObject, type Snapshot, type SnapshotObject, unreadReason } from "./snapshot.ts";

/**
 * The ConfigMap that the Deployment mounts as its policy, its policy files, and their policy or
 * errors.
 */
export interface MountedPolicy {
  readonly configMap: SnapshotObject;
  readonly files: readonly PolicyFile[];
  readonly policy: Result<ReadablePolicy, readonly PolicyDiagnostic[]>;
}

/**
 * The policy that the Deployment selects for the webhook. `missing` means that there is no
 * ConfigMap `name`, or that `configMap` has no policy in `key`. If `key` is undefined, `missing`
 * means that the `items` of the volume contain no policy. `volume` is the index of the volume.
 */
export type SelectedPolicy =
  | { readonly source: "built-in" }
  | { readonly source: "unknown"; readonly reason: string }
  | {
      readonly source: "missing";
      readonly name: string;
      readonly key: string | undefined;
      readonly volume: number;
      readonly configMap?: SnapshotObject;
    }
  | ({ readonly source: "config-map" } & MountedPolicy);

export function selectedPolicy(own: Installation, snapshot: Snapshot): SelectedPolicy {
  if (own.deployment === undefined)
    return { source: "unknown", reason: unreadReason(snapshot, "Deployment") ?? "needs the Deployment" };
  const path = flagValue(own, serveFlagNames.policy);
  if (path === undefined) return { source: "built-in" };
  const mount = policyMount(own, path);
  if (mount === undefined) return { source: "unknown", reason: `needs a ConfigMap that is mounted at ${path}` };
  const { name, volume } = mount;
  const configMap = findObject(snapshot, "ConfigMap", own.namespace, name);
  const unread = unreadReason(snapshot, "ConfigMap");
  if (configMap === undefined && unread !== undefined) return { source: "unknown", reason: unread };
  const files = configMap === undefined ? [] : filesOf(configMap, mount);
  if (configMap === undefined || files.length === 0) {
    const [key] = mount.items.length === 0 ? [mount.path] : policyKeys(mount, []);
    return { source: "missing", name, key, volume, ...(configMap && { configMap }) };
  }
  return { source: "config-map", configMap, files, policy: readPolicy(files) };
}

export function policyConfigMap(own: Installation): string | undefined {
  const path = flagValue(own, serveFlagNames.policy);
  return path === undefined ? undefined : policyMount(own, path)?.name;
}

/**
 * The ConfigMap of a mounted path. `path` is the path in the volume, or "" for the whole volume.
 * `items` sets the keys of the ConfigMap in the volume and their paths. If it is empty, the volume
 * contains every key.
 */
interface PolicyMount {
  readonly name: string;
  readonly path: string;
  readonly items: readonly Fields[];
  readonly volume: number;
}

function policyMount(own: Installation, path: string): PolicyMount | undefined {
  const placed = deepestMount(own, path);
  if (placed === undefined) return undefined;
  const volumes = objectsAt(own.deployment?.value, "spec", "template", "spec", "volumes");
  const volume = volumes.findIndex((each) => textAt(each, "name") === textAt(placed.mount, "name"));
  const configMap = fieldAt(volumes[volume], "configMap");
  if (configMap === undefined) return undefined;
  const inside = path.slice(directoryOf(placed.mount).length).replace(/^\//, "");
  const inVolume = [textAt(placed.mount, "subPath"), inside].filter((part) => part !== "").join("/");
  return { name: textAt(configMap, "name"), path: inVolume, items: objectsAt(configMap, "items"), volume };
}

export interface PlacedMount {
  readonly mount: Fields;
  readonly index: number;
}

/** Returns the deepest mount that contains a file or a directory, or undefined. */
export function deepestMount({ container }: Installation, path: string): PlacedMount | undefined {
  const mounts = objectsAt(container, "volumeMounts").map((mount, index) => ({ mount, index }));
  const [deepest] = mounts
    .filter(({ mount }) => textAt(mount, "mountPath") !== "" && isBelow(path, directoryOf(mount)))
    .sort((a, b) => directoryOf(b.mount).length - directoryOf(a.mount).length);
  return deepest;
}

/** Returns the path of a mount without slashes at its end. */
function directoryOf(mount: Fields): string {
  return textAt(mount, "mountPath").replace(/\/+$/, "");
}

/** Returns the policy files that a pod reads from a ConfigMap. A file has the name of its key. */
function filesOf(configMap: SnapshotObject, mount: PolicyMount): readonly PolicyFile[] {
  const data = mapAt(configMap.value, "data");
  return policyKeys(mount, data.keys()).flatMap((file) => {
    const text = data.get(file);
    // The server removes a byte order mark, too, before it computes the revision.
    return text === undefined ? [] : [{ file, text: withoutByteOrderMark(text) }];
  });
}

/**
 * Returns the keys of a ConfigMap whose mounted files form the policy, in the order of the files.
 * `keys` are all keys of the ConfigMap.
 */
function policyKeys({ path, items }: PolicyMount, keys: Iterable<string>): readonly string[] {
  const mounted =
    items.length === 0
      ? [...keys].map((key) => [key, key] as const)
      : items.map((item) => [textAt(item, "path"), textAt(item, "key")] as const);
  const file = mounted.find(([each]) => each === path);
  if (file !== undefined) return [file[1]];
  const directory = path === "" || path.endsWith("/") ? path : `${path}/`;
  const below = mounted.flatMap(([each, key]) =>
    each.startsWith(directory) ? [[each.slice(directory.length), key] as const] : [],
  );
  return policyFilesIn(below.filter(([name]) => !name.includes("/"))).map(([, key]) => key);
}

/** Returns the policy that the webhook applies, with the rules of `--deny`. */
export function activePolicy(own: Installation, state: SelectedPolicy): Result<Policy, string> {
  const policy = configuredPolicy(state);
  if (!policy.ok) return policy;
  const denied = deniedRules(flagValues(own, serveFlagNames.deny));
  const forced = denied.ok ? forceDeny(policy.value, denied.value) : denied;
  return forced.ok ? forced : failed(`${serveFlagNames.deny}: ${forced.error}`);
}

/**
 * Returns the policy that the webhook applies and, if it differs, the same policy without the rules
 * of `--deny`, because no export can contain them.
 */
export function policiesInForce(own: Installation, state: SelectedPolicy): Result<readonly Policy[], string> {
  const [active, configured] = [activePolicy(own, state), configuredPolicy(state)];
  if (!active.ok) return active;
  if (!configured.ok) return configured;
  const isForced = flagValues(own, serveFlagNames.deny).length > 0;
  return ok(isForced ? [configured.value, active.value] : [active.value]);
}

function configuredPolicy(state: SelectedPolicy): Result<Policy, string> {
  if (state.source === "built-in") return ok(defaultPolicy);
  if (state.source === "unknown") return failed(state.reason);
  if (state.source === "config-map" && state.policy.ok) return ok(state.policy.value.policy);
  return failed("needs a valid policy");
}
