import { kubernetesVersions, parseKubernetesVersion } from "../core/api/kubernetes-version.ts";
import { type FieldError, invalid } from "../core/field/error.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { locateError, textStart } from "../core/text/position.ts";
import { parseDateOrTime } from "../core/text/time.ts";
import type { DocumentProblem } from "../manifest/document.ts";
import { configurationReader } from "../manifest/read-located-documents.ts";
import { configurationError, type RequiredDetails } from "../schema/to-field-error.ts";
import { checkConfiguration } from "../schema/unknown-fields.ts";
import { withoutProblems } from "../terminal/document-problems.ts";
import { notACheck } from "../workload/find-check.ts";
import { privatePrograms } from "../workload/private-programs.ts";
import type { ProgramForm } from "../workload/program-errors.ts";
import { type Config, configApiVersion, type Suppression } from "./config.ts";
import { validators } from "./generated.ts";

const schema = `${configApiVersion}/config.json`;

interface ConfigDocument extends Omit<Partial<Config>, "kubernetesVersion" | "programs" | "suppressions"> {
  readonly kubernetesVersion?: string;
  readonly programs?: readonly ProgramForm[];
  readonly suppressions?: readonly (Omit<Suppression, "expires"> & { readonly expires: string })[];
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
  const {
    paths = ["."],
    exclude = [],
    kubernetesVersion: version,
    policy,
    failOn,
    validate,
    disabledChecks = [],
    suppressions = [],
  } = checked.value;
  const programs = privatePrograms(checked.value.programs ?? []);
  const kubernetesVersion = version === undefined ? undefined : parseKubernetesVersion(version);
  const errors = [
    ...paths.flatMap(standardInput),
    ...suppressions.flatMap(({ object }, index) => objectPattern(object, index)),
    ...(version !== undefined && kubernetesVersion === undefined ? [unknownVersion(version)] : []),
    ...disabledChecks.flatMap(unknownCheck),
    ...(programs.ok ? [] : programs.error),
  ];
  if (!programs.ok || errors.length > 0) return failed(errors);
  return ok({
    paths,
    exclude,
    disabledChecks,
    ...(programs.value.length > 0 && { programs: programs.value }),
    ...(policy !== undefined && { policy }),
    ...(kubernetesVersion !== undefined && { kubernetesVersion }),
    ...(failOn !== undefined && { failOn }),
    ...(validate !== undefined && { validate }),
    suppressions: suppressions.map(({ expires, ...suppression }) => ({ ...suppression, expires: toDate(expires) })),
  });
}

function standardInput(path: string, index: number): readonly FieldError[] {
  return path === "-"
    ? [invalid(["paths", index], path, "must be a file, a directory, or a pattern, not standard input")]
    : [];
}

function objectPattern(object: string, index: number): readonly FieldError[] {
  return /^[^/]+\/[^/]+$/.test(object)
    ? []
    : [invalid(["suppressions", index, "object"], object, "must be NAMESPACE/NAME, where * matches any characters")];
}

/** Converts a date or a time that the schema accepts. */
function toDate(text: string): Date {
  return parseDateOrTime(text) ?? new Date(Number.NaN);
}

function unknownCheck(id: string, index: number): readonly FieldError[] {
  const message = notACheck(id);
  return message === undefined ? [] : [invalid(["disabledChecks", index], id, message)];
}

function unknownVersion(version: string): FieldError {
  return invalid(["kubernetesVersion"], version, `must be one of ${kubernetesVersions.join(", ")}`);
}

const requiredDetails: RequiredDetails = {
  apiVersion: `must be ${configApiVersion}`,
  kind: "must be Config",
  check: "must be the id of a check or of a rule",
  object: "must name the objects",
  reason: "must give a reason",
  owner: "must name a contact",
  expires: "must be the date when the suppression expires",
};
