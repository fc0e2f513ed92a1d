import { unvalidatedText } from "../../admission/unvalidated.ts";
import { isJsonObject } from "../../api/json-object.ts";
import { inNamespace, type ListedValue } from "../../api/listed-objects.ts";
import type { ManifestDocument } from "../../manifest/document.ts";
import { addChecked } from "./add-checked.ts";
import { addSkipped } from "./add-skipped.ts";
import { identityOf } from "./identity-of.ts";
import { isPlaceholder } from "./placeholder.ts";
import { neverServedFindings } from "./served-version.ts";
import type { CheckSettings } from "./settings.ts";
import { placeIn } from "./submission-of.ts";
import type { InputTally } from "./tally.ts";

/**
 * Adds to the tally a value that is not a Lease or LeaseCandidate of a served version. A value that
 * is probably meant as a Lease or LeaseCandidate has findings. `check` skips any other value.
 */
export function addOther({ value, path }: ListedValue, document: ManifestDocument, settings: CheckSettings, input: InputTally): void {
  const all = neverServedFindings(value, settings);
  const place = placeIn(document, input.file, path);
  if (all.length === 0) {
    addSkipped(input, place, identityOf(value), skipReason(value));
    return;
  }
  const identity = identityOf(inNamespace(value as object, settings.namespace));
  const placeholder = all.find(isPlaceholder);
  const findings = all.filter((finding) => !isPlaceholder(finding));
  addChecked(input, place, { identity, findings, ignored: [], crashes: [], placeholder }, settings.strict);
}

/** The reason why lease-guard skips a value that is not an object. */
export const notAnObject = "is not an object";

function skipReason(value: unknown): string {
  return isJsonObject(value) ? unvalidatedText(value) : notAnObject;
}
