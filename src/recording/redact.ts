import type { AdmissionRequest, SubmittedUser } from "../core/api/admission.ts";
import { isJsonObject, metadataOf } from "../core/api/json-object.ts";
import { boundTokenExtra } from "../core/api/user-extra.ts";

/**
 * Removes data that no rule needs, or that only a few rules need. `userInfo` keeps the user name,
 * the groups, and the `extra` entries of a bound token. The objects lose their annotations, so
 * rules about annotations cannot evaluate the result. They also lose the content of each
 * `fieldsV1`, but keep all other fields, even unknown fields.
 */
export function redact({ uid, kind, resource, subResource, ...request }: AdmissionRequest): AdmissionRequest {
  const { name, namespace, operation, userInfo, object, oldObject, dryRun } = request;
  return {
    uid,
    kind: { group: kind.group, version: kind.version, kind: kind.kind },
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    ...(subResource !== undefined && { subResource }),
    ...(name !== undefined && { name }),
    ...(namespace !== undefined && { namespace }),
    operation,
    ...(userInfo && { userInfo: redactUser(userInfo) }),
    ...(object !== undefined && { object: redactObject(object) }),
    ...(oldObject !== undefined && { oldObject: redactObject(oldObject) }),
    ...(dryRun !== undefined && { dryRun }),
  };
}

function redactUser({ username, groups, extra }: SubmittedUser): SubmittedUser {
  const bound = boundTokenExtra(extra);
  return { username: username ?? "", groups: groups ?? [], ...(bound && { extra: bound }) };
}

function redactObject(object: object | null): object | null {
  const metadata = metadataOf(object);
  if (metadata === undefined) return object;
  const { annotations: _, managedFields, ...rest } = metadata;
  return {
    ...object,
    metadata: { ...rest, ...(Array.isArray(managedFields) && { managedFields: managedFields.map(redactEntry) }) },
  };
}

function redactEntry(entry: unknown): unknown {
  return isJsonObject(entry) && "fieldsV1" in entry ? { ...entry, fieldsV1: {} } : entry;
}
