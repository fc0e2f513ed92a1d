import type { LabelSelector } from "../../cluster/registration/registration.ts";
import { type NamespaceLabels, nameLabel } from "../../cluster/registration/selects-labels.ts";
import { mapAt } from "../../core/api/fields.ts";
import { nodeLeaseNamespace, systemNamespace } from "../../rules/shared/identities.ts";
import { objectsOf, type Snapshot } from "../snapshot.ts";

type SystemNamespace = typeof nodeLeaseNamespace | typeof systemNamespace;

/** A namespace whose Leases the cluster itself needs, or `other` for all other namespaces. */
export type NamespaceClass = SystemNamespace | "other";

export const systemNamespaces: readonly SystemNamespace[] = [nodeLeaseNamespace, systemNamespace];
export const namespaceClasses: readonly NamespaceClass[] = [...systemNamespaces, "other"];

/** A namespace of the cluster, or an item that represents any other namespace. */
export interface KnownNamespace extends NamespaceLabels {
  readonly namespaceClass: NamespaceClass;
  readonly name: string;
}

/** The name of the item that represents any other namespace. No namespace can have this name. */
export const anyName = "";

/**
 * A cache of the namespaces of each snapshot. The doctor needs them for each webhook and each
 * policy, and a cluster can have thousands of namespaces.
 */
const read = new WeakMap<Snapshot, readonly KnownNamespace[]>();

/**
 * Returns the namespaces in a snapshot, and always kube-node-lease and kube-system. If the snapshot
 * has no kube-system, it comes from a manifest. The result then also contains the names in the
 * selector, and an item for any other namespace.
 */
export function knownNamespaces(snapshot: Snapshot, selector: LabelSelector): readonly KnownNamespace[] {
  const known = read.get(snapshot) ?? namespacesIn(snapshot);
  read.set(snapshot, known);
  const isComplete = known.some(({ name }) => name === systemNamespace);
  const named = isComplete ? [] : selector.filter(({ key }) => key === nameLabel).flatMap(({ values }) => values);
  const missing = new Set([...systemNamespaces, ...named, ...(isComplete ? [] : [anyName])]);
  for (const { name } of known) missing.delete(name);
  return [...known, ...[...missing].map((name) => namespaceOf(name, new Map(), isComplete))];
}

function namespacesIn(snapshot: Snapshot): readonly KnownNamespace[] {
  return objectsOf(snapshot, "Namespace").map(({ name, value }) =>
    namespaceOf(name, mapAt(value, "metadata", "labels"), true),
  );
}

function namespaceOf(name: string, labels: ReadonlyMap<string, string>, isComplete: boolean): KnownNamespace {
  const namespaceClass = systemNamespaces.find((each) => each === name) ?? "other";
  return { namespaceClass, name, labels: new Map([...labels, [nameLabel, name]]), isComplete };
}
