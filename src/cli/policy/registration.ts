import { isRegistration, type Registration, toRegistration } from "../../cluster/registration/registration.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { baseRegistrationFile } from "../../core/text/installed-name.ts";
import { manifestValues } from "../../manifest/manifest-values.ts";
import { UsageError } from "../../terminal/errors.ts";
import { readInputText } from "../../terminal/inputs.ts";
import { packageFile } from "../../terminal/package.ts";

/** A ValidatingWebhookConfiguration, and the name of its source in reports. */
export interface NamedRegistration extends Registration {
  readonly name: string;
}

/**
 * Reads the ValidatingWebhookConfiguration in a file or, without a file, in `manifests/base` of
 * this package. Throws a usage error if the file is unreadable or does not contain exactly one
 * ValidatingWebhookConfiguration.
 */
export async function readRegistration(file: string | undefined): Promise<NamedRegistration> {
  const name = file ?? "manifests/base";
  const text = file === undefined ? ok(packageFile(baseRegistrationFile)) : await readInputText(file);
  const read = text.ok ? await findRegistration(text.value) : text;
  if (!read.ok) throw new UsageError(`--registration: ${name} ${read.error}`);
  return { name, ...read.value };
}

/**
 * Returns the only ValidatingWebhookConfiguration in a manifest, such as the output of
 * `kubectl kustomize`. Fails if the manifest cannot be read, or if it contains none or more than
 * one.
 */
async function findRegistration(text: string): Promise<Result<Registration, string>> {
  const values = await manifestValues(text);
  if (!values.ok) return failed(`must be a manifest: ${values.error.message}`);
  const found = values.value.filter(isRegistration);
  if (found.length === 1) return toRegistration(found[0]);
  return failed(`must contain one ValidatingWebhookConfiguration, not ${found.length}`);
}
