import type { HubByKind, Kind } from "../../core/api/coordination.ts";
import { isJsonObject, property } from "../../core/api/json-object.ts";
import { apiVersionOf } from "../../core/api/meta.ts";
import type { ServedVersion } from "../../core/api/served-versions.ts";
import { checkSchema } from "../../schema/check.ts";
import type { SchemaFinding } from "../../schema/to-field-error.ts";

export interface PartlyDecoded {
  /** The hub form of the object, with replacements for the fields in `undecoded`. */
  readonly value: HubByKind[Kind];
  /**
   * The fields of `metadata` and `spec` that do not decode, such as `metadata.managedFields`. The
   * names contain no content of the object.
   */
  readonly undecoded: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields without which a lease has no lease term. */
const termFields: readonly string[] = ["spec", "spec.holderIdentity", "spec.renewTime", "spec.leaseDurationSeconds"];

/**
 * Maps whose entries that decode are kept. The labels of the new object must not replace them,
 * because no update may write itself into the scope of a policy.
 */
const maps: readonly string[] = ["metadata.labels", "metadata.annotations"];

/**
 * Decodes the fields of an old object that decode. A field that does not decode gets the value of
 * the new object, so that rules treat this field as unchanged. `object` is the new object, which
 * must decode, or undefined for a delete.
 *
 * If a field of the lease term does not decode, the result has no renewTime, and therefore no lease
 * term. Otherwise, the renewTime of the new object would protect the old holder.
 */
export function decodePartly(served: ServedVersion, oldObject: unknown, object: unknown): PartlyDecoded {
  const type = { apiVersion: apiVersionOf(served.gvk), kind: served.gvk.kind };
  const undecoded = new Set<string>();
  let kept: Fields = { ...(isJsonObject(oldObject) ? oldObject : {}), ...type };
  // Every object of an API server has metadata and a spec.
  for (const field of ["metadata", "spec"]) {
    if ((valueAt(kept, field) ?? undefined) !== undefined) continue;
    undecoded.add(field);
    kept = withReplaced(kept, field, object);
  }
  // Each pass replaces at least one field. The schema checks fewer than 30 fields.
  for (
    let findings = checkSchema(served.schema, kept);
    findings.length > 0;
    findings = checkSchema(served.schema, kept)
  ) {
    for (const field of new Set(findings.map(fieldOf))) {
      undecoded.add(field);
      kept = withReplaced(kept, field, object);
    }
  }
  if (served.gvk.kind === "Lease" && termFields.some((field) => undecoded.has(field)))
    kept = withField(kept, "spec.renewTime", undefined);
  return { value: served.toHub(kept), undecoded: [...undecoded] };
}

/** Returns the field of `metadata` or `spec` that a finding is about, or `metadata` or `spec`. */
function fieldOf({ field }: SchemaFinding): string {
  return field.slice(0, 2).map(String).join(".");
}

function withReplaced(kept: Fields, field: string, object: unknown): Fields {
  const old = valueAt(kept, field);
  return withField(
    kept,
    field,
    maps.includes(field) && isJsonObject(old) ? decodedEntries(old) : valueAt(object, field),
  );
}

function valueAt(object: unknown, field: string): unknown {
  return field.split(".").reduce(property, object);
}

function withField(kept: Fields, field: string, value: unknown): Fields {
  const [parent = "", name] = field.split(".");
  return {
    ...kept,
    [parent]: name === undefined ? value : { ...(property(kept, parent) as Fields | undefined), [name]: value },
  };
}

function decodedEntries(map: Fields): Fields {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => typeof value === "string" || value === null));
}
