import { metadataOf, property } from "../api/json-object.ts";
import type { Change } from "../rules/rule.ts";

/** Fields that an update cannot change, for the API server takes them from the stored object before it judges. */
const restored = ["creationTimestamp", "deletionTimestamp", "generation"];

/** Fields that a manifest may leave to the server. */
const filledIn = ["uid", "deletionGracePeriodSeconds", "managedFields"];

/** The update that makes one object of another, as an API server would send it to a webhook. */
export function updateOf(object: object, oldObject: object): Extract<Change<object>, { readonly operation: "UPDATE" }> {
  return { operation: "UPDATE", object: withStoredFields(object, oldObject), oldObject: inVersionOf(object, oldObject) };
}

/** As an API server converts it; versions of a kind differ in nothing that an update is judged by. */
function inVersionOf(object: object, oldObject: object): object {
  return { ...oldObject, apiVersion: property(object, "apiVersion") };
}

/**
 * The object as an update of a stored one reaches admission: `rest.BeforeUpdate` in k8s.io/apiserver restores what belongs to the
 * server, and kubectl has sent the resourceVersion it read. A manifest has none of it.
 */
function withStoredFields(object: object, oldObject: object): object {
  const [metadata, stored] = [metadataOf(object), metadataOf(oldObject)];
  if (metadata === undefined || stored === undefined) return object;
  const kept = restored.filter((name) => stored[name] !== undefined).map((name) => [name, stored[name]]);
  const filled = filledIn.filter((name) => !metadata[name] && stored[name] !== undefined).map((name) => [name, stored[name]]);
  // Every stored object has one: a manifest that was read from a file stands for such an object.
  const resourceVersion = metadata["resourceVersion"] || stored["resourceVersion"] || "1";
  return { ...object, metadata: { ...metadata, ...Object.fromEntries([...kept, ...filled]), resourceVersion } };
}
