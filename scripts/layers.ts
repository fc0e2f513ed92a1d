import { commandLayers } from "./command-layers.ts";
import type { Layer } from "./layer.ts";

/** Every directory of `src/`, from the lowest layer to the highest. */
export const layers: readonly Layer[] = [
  { directory: "field", holds: "field paths, field errors, and `Result`, which holds a value or an error", uses: [], pure: true },
  {
    directory: "text",
    holds: "formats of strings, such as names, times, and versions; positions in a string",
    uses: ["field"],
    pure: true,
  },
  { directory: "api", holds: "the types on the wire, the hub form, `servedVersions`, Kubernetes versions", uses: ["field"], pure: true },
  {
    directory: "schema",
    holds: "checks whether an object decodes: compiled JSON Schemas (`generated.ts`), unknown fields",
    uses: ["field", "text", "api"],
    pure: true,
  },
  {
    directory: "rules",
    holds: "checks whether an object is valid: one file for each rule, and common code in `shared/`",
    uses: ["field", "text", "api"],
    pure: true,
  },
  {
    directory: "registration",
    holds: "the writes that a ValidatingWebhookConfiguration sends, and those that a rule needs",
    uses: ["field", "api", "rules"],
    pure: true,
  },
  {
    directory: "policy",
    holds: "the settings of an operator: `Policy`, and how it resolves to the mode of a rule for a write",
    uses: ["field", "text", "api", "rules", "registration"],
    pure: true,
  },
  {
    directory: "export",
    holds: "converts a `Policy` to ValidatingAdmissionPolicies",
    uses: ["field", "text", "api", "rules", "policy"],
    pure: true,
  },
  {
    directory: "validate",
    holds: "converts a `Submission` to a `Verdict`: schema, hub, and rules under a policy",
    uses: ["field", "text", "api", "schema", "rules", "policy"],
    pure: true,
  },
  {
    directory: "admission",
    holds: "converts the bytes of an AdmissionReview to the response",
    uses: ["field", "text", "api", "schema", "rules", "policy", "validate"],
    pure: true,
  },
  {
    directory: "manifest",
    holds: "converts text to documents with positions, as kubectl reads them",
    uses: ["field", "text", "api"],
    pure: true,
    hasPrivateDirectories: true,
    packages: ["yaml"],
  },
  {
    directory: "audit",
    holds: "checks of the Leases and LeaseCandidates of a cluster: listings in, findings out",
    uses: ["field", "text", "api", "rules", "policy", "validate"],
    pure: true,
  },
  {
    directory: "policy-file",
    holds: "converts the operator's file to a `Policy`, and reports every error at its position",
    uses: ["field", "text", "api", "schema", "rules", "policy", "manifest"],
    pure: true,
  },
  {
    directory: "report",
    holds: "common code for the reports of all commands: the JSON envelope, blocks of text, JUnit, TAP, safe output",
    uses: ["field", "text"],
    pure: true,
  },
  {
    directory: "doctor",
    holds: "checks of the objects of a cluster: the installation of lease-guard, and the webhooks that delay writes of Leases",
    uses: ["field", "text", "api", "rules", "registration", "policy", "export", "policy-file", "report"],
    pure: true,
  },
  {
    directory: "library",
    holds: "the engine for programs: converts objects and reviews to decisions, and reads the clock unless the caller sets the time",
    uses: ["field", "api", "rules", "policy", "validate", "admission", "policy-file"],
    pure: true,
  },
  {
    directory: "playground",
    holds:
      "the playground: converts the objects, policy, and settings on the page to diagnostics and responses, and completes field names and values",
    uses: ["field", "text", "api", "schema", "rules", "policy", "export", "validate", "admission", "manifest", "policy-file"],
    pure: true,
  },
  {
    directory: "learn",
    holds: "converts observed writes to a policy: writers, holders, durations, and what looks like an attack",
    uses: ["field", "text", "api", "rules", "policy", "validate", "admission", "policy-file", "report"],
    pure: true,
    packages: ["yaml"],
  },
  {
    directory: "vitest",
    holds: "matchers for Vitest, which test decisions",
    uses: ["validate", "library"],
    pure: true,
    packages: ["vitest"],
  },
  {
    directory: "files",
    holds: "reads regular files, and all files of a policy, which the kubelet can replace during a read",
    uses: ["field", "text", "policy-file"],
  },
  {
    directory: "x509",
    holds: "checks whether a TLS server can use a certificate, and parses certificates as Go does",
    uses: ["field", "text"],
  },
  {
    directory: "server",
    holds: "HTTPS, lifecycle, log, metrics, watched files",
    uses: ["field", "text", "api", "rules", "policy", "validate", "admission", "policy-file", "files", "x509"],
    packages: ["express", "pino", "prom-client"],
  },
  {
    directory: "certs",
    holds: "certificates: issue, sign, plan a renewal",
    uses: ["field", "text", "api", "x509"],
    packages: ["node-forge"],
  },
  {
    directory: "cluster",
    holds: "requests to an API server",
    uses: ["field", "text", "api", "manifest", "files"],
    packages: ["@kubernetes/client-node"],
  },
  ...commandLayers,
];

/**
 * The file with the public names of the library, which is the only file of `src/` outside the
 * directories.
 */
export const entry: Layer = {
  directory: "index.ts",
  holds: "the public names of the library",
  uses: ["field", "api", "rules", "policy", "library"],
  pure: true,
};
