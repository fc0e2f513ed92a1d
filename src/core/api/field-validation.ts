import { metadataOf } from "./json-object.ts";

/**
 * The values of kubectl's flag `--validate`, which are those of `fieldValidation` in a request: the
 * treatment of the fields that a kind does not have, and of duplicate fields.
 */
export const fieldValidations = ["strict", "warn", "ignore"] as const;

export type FieldValidation = (typeof fieldValidations)[number];

export const defaultFieldValidation: FieldValidation = "strict";

/**
 * Reports whether a cluster has stored the object, as in the output of `kubectl get`. Only an API
 * server sets `uid`, `resourceVersion`, and `managedFields`. A newer API server can send fields
 * that this version of lease-guard does not know. Manifests do not have these three fields, even if
 * they are items of a List.
 */
export function isStored(object: object): boolean {
  const { uid, resourceVersion, managedFields } = metadataOf(object) ?? {};
  return isSet(uid) || isSet(resourceVersion) || (Array.isArray(managedFields) && managedFields.length > 0);
}

function isSet(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
