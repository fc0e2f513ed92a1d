import type { FindingMode } from "../policy/policy.ts";

/** The id of an origin of findings that the webhook does not have. */
export type ReaderOrigin = "schema/duplicate-field" | "schema/served-version" | "ignore/known-rule";

/**
 * An origin of findings. `mode` is the mode of its findings. Findings of `schema/served-version`
 * can also have the mode `deny`, which `src/check/served-version.ts` sets.
 */
interface DescribedOrigin {
  readonly mode: FindingMode;
  readonly description: string;
}

/**
 * The origins of findings that the webhook does not have, with their modes in `check`. The
 * playground reports the first two, too. Each origin has a section in `docs/rules/schema.md`.
 */
export const readerOrigins: Readonly<Record<ReaderOrigin, DescribedOrigin>> = {
  "schema/duplicate-field": { mode: "deny", description: "a field must be written once" },
  "schema/served-version": {
    mode: "warn",
    description: "a version must be served by the version of Kubernetes for which it is written",
  },
  "ignore/known-rule": { mode: "warn", description: "the ignore annotation must name rules that it can ignore" },
};
