import { kubernetesVersions, parseKubernetesVersion } from "../../core/api/kubernetes-version.ts";
import { type FieldError, invalid } from "../../core/field/error.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { locateError, textStart } from "../../core/text/position.ts";
import type { DocumentProblem } from "../../manifest/document.ts";
import { configurationReader } from "../../manifest/read-located-documents.ts";
import { configurationError, type RequiredDetails } from "../../schema/to-field-error.ts";
import { checkConfiguration } from "../../schema/unknown-fields.ts";
import { withoutProblems } from "../../terminal/document-problems.ts";
import { type Config, configApiVersion } from "./config.ts";
import { validators } from "./generated.ts";

const schema = `${configApiVersion}/config.json`;

interface ConfigDocument extends Omit<Partial<Config>, "kubernetesVersion"> {
  readonly kubernetesVersion?: string;
}

/** Reads the settings from the text of a `.lease-guard.yaml`. */
export function readConfig(text: string): Result<Config, readonly DocumentProblem[]> {
  const read = configurationReader()(text);
  if (!read.ok) return failed([read.error]);
  const [document, second] = read.value;
  if (document === undefined) return failed([{ ...textStart, message: "must not be empty" }]);
  if (second !== undefined) return failed([{ ...second.start, message: "must not be a second document" }]);
  return withoutProblems(document, decodeConfig(document.value), (error) => locateError(error, document));
}

function decodeConfig(value: unknown): Result<Config, readonly FieldError[]> {
  const checked = checkConfiguration<ConfigDocument>(validators, schema, value);
  if (!checked.ok) return failed(checked.error.map((finding) => configurationError(finding, requiredDetails)));
  const { paths = ["."], exclude = [], kubernetesVersion: version, policy, failOn, validate } = checked.value;
  const kubernetesVersion = version === undefined ? undefined : parseKubernetesVersion(version);
  const errors = [
    ...paths.flatMap(standardInput),
    ...(version !== undefined && kubernetesVersion === undefined ? [unknownVersion(version)] : []),
  ];
  if (errors.length > 0) return failed(errors);
  return ok({
    paths,
    exclude,
    ...(policy !== undefined && { policy }),
    ...(kubernetesVersion !== undefined && { kubernetesVersion }),
    ...(failOn !== undefined && { failOn }),
    ...(validate !== undefined && { validate }),
  });
}

function standardInput(path: string, index: number): readonly FieldError[] {
  return path === "-"
    ? [invalid(["paths", index], path, "must be a file, a directory, or a pattern, not standard input")]
    : [];
}

function unknownVersion(version: string): FieldError {
  return invalid(["kubernetesVersion"], version, `must be one of ${kubernetesVersions.join(", ")}`);
}

const requiredDetails: RequiredDetails = { apiVersion: `must be ${configApiVersion}`, kind: "must be Config" };
