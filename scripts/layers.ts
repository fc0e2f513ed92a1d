import { cliLayers } from "./cli-layers.ts";
import type { Layer } from "./layer.ts";

const command = { packages: ["commander"] } as const;
const core = ["core/field", "core/text", "core/api"] as const;

/**
 * Every room of `src/`, from the lowest layer to the highest. A feature, which is a room from
 * `library` to `audit`, imports no other feature.
 */
export const layers: readonly Layer[] = [
  {
    directory: "core/field",
    holds: "field paths, field errors, and `Result`, which holds a value or an error",
    uses: [],
    pure: true,
  },
  {
    directory: "core/text",
    holds: "formats of strings, such as names, times, and versions; positions in a string",
    uses: ["core/field"],
    pure: true,
  },
  {
    directory: "core/api",
    holds: "the types on the wire, the hub form, `servedVersions`, Kubernetes versions",
    uses: ["core/field"],
    pure: true,
  },
  { directory: "core/files", holds: "reads regular files, within a limit of bytes", uses: ["core/field", "core/text"] },
  {
    directory: "schema",
    holds: "checks whether an object decodes: compiled JSON Schemas (`generated.ts`), unknown fields",
    uses: [...core],
    pure: true,
  },
  {
    directory: "manifest",
    holds: "converts text to documents with positions, as kubectl reads them",
    uses: [...core],
    pure: true,
    hasPrivateDirectories: true,
    packages: ["yaml"],
  },
  {
    directory: "rules",
    holds: "checks whether an object is valid: one file for each rule, and common code in `shared/`",
    uses: [...core],
    pure: true,
  },
  {
    directory: "cluster/registration",
    holds: "the writes that a ValidatingWebhookConfiguration sends, and those that a rule needs",
    uses: ["core/field", "core/api", "rules"],
    pure: true,
  },
  {
    directory: "policy",
    holds: "the settings of an operator: `Policy`, and how it resolves to the mode of a rule for a write",
    uses: [...core, "rules", "cluster/registration"],
    pure: true,
  },
  {
    directory: "policy/file",
    holds:
      "converts the operator's files to a `Policy`, and reports every error at its position. The kubelet can replace the files during a read",
    uses: [...core, "core/files", "schema", "manifest", "rules", "policy"],
    pure: { except: ["policy-revision.ts", "read-policy-files.ts"] },
  },
  {
    directory: "engine/validate",
    holds: "converts a `Submission` to a `Verdict`: schema, hub, and rules under a policy",
    uses: [...core, "schema", "rules", "policy"],
    pure: true,
  },
  {
    directory: "engine/review",
    holds: "converts the bytes of an AdmissionReview to the response",
    uses: [...core, "schema", "rules", "policy", "engine/validate"],
    pure: true,
  },
  {
    directory: "report",
    holds:
      "common code for the reports of all commands: the JSON envelope, blocks of text, JUnit, SARIF, TAP, safe output",
    uses: ["core/field", "core/text", "schema", "rules", "policy", "engine/validate"],
    pure: true,
  },
  {
    directory: "export",
    holds: "converts a `Policy` to ValidatingAdmissionPolicies",
    uses: [...core, "rules", "policy"],
    pure: true,
  },
  {
    directory: "cluster/x509",
    holds: "checks whether a TLS server can use a certificate, and parses certificates",
    uses: ["core/field", "core/text"],
  },
  {
    directory: "cluster/certs",
    holds: "certificates: issue, sign, plan a renewal",
    uses: [...core, "cluster/x509"],
    packages: ["node-forge"],
  },
  {
    directory: "cluster",
    holds: "requests to an API server",
    uses: [...core, "core/files", "manifest"],
    packages: ["@kubernetes/client-node"],
  },
  {
    directory: "workload",
    holds:
      "what manifests and listings say about elections and permissions: workloads, the program table, RBAC, and the checks `workload/` and `access/`",
    uses: [...core, "manifest", "rules", "cluster/registration"],
    pure: true,
    hasPrivateDirectories: true,
  },
  {
    directory: "terminal",
    holds: "common code for commands: flags, help, inputs, output, progress, errors",
    uses: [...core, "core/files", "manifest", "policy", "policy/file", "report", "cluster"],
    packages: ["commander", "ignore", "tinyglobby"],
  },
  {
    directory: "config",
    holds: "the settings of a repository or a cluster, in `.lease-guard.yaml` or the file of `--config`",
    uses: [...core, "schema", "manifest", "workload", "terminal"],
    pure: { except: ["find-config.ts", "load-config.ts"] },
  },
  {
    directory: "recording",
    holds: "recorded writes: converts recorded reviews and audit logs to `ObservedWrite` objects",
    uses: [...core, "manifest", "rules", "engine/validate", "engine/review", "terminal"],
    pure: { except: ["decompressed.ts", "read-files.ts", "read-recording.ts"] },
  },
  {
    directory: "listing",
    holds:
      "listings of a cluster, from its API server or from files: the facts about Leases, LeaseCandidates, pods, and nodes, and which pod holds a Lease",
    uses: [
      ...[...core, "manifest", "rules", "policy", "engine/validate"],
      ...["cluster", "workload", "terminal", "recording"],
    ],
    pure: true,
  },
  {
    directory: "installation",
    holds:
      "the installation of lease-guard in a cluster or in files: the objects, the registration, the policy, and the writes of Leases that webhooks and policies match",
    uses: [
      ...[...core, "manifest", "rules", "cluster/registration", "policy", "policy/file", "export"],
      ...["cluster", "terminal"],
    ],
    pure: true,
  },
  {
    directory: "guarantee",
    holds: "the guarantee of the profile `strict`: its hypotheses, and which of them hold for an election of a cluster",
    uses: [...core, "rules", "cluster/registration", "policy", "export", "report", "cluster", "installation"],
    pure: true,
  },
  {
    directory: "library",
    holds:
      "the engine for programs: converts objects and reviews to decisions, and reads the clock unless the caller sets the time",
    uses: ["core/field", "core/api", "rules", "policy", "policy/file", "engine/validate", "engine/review"],
    pure: true,
  },
  {
    directory: "library/vitest",
    holds: "matchers for Vitest, which test decisions",
    uses: ["engine/validate", "library"],
    pure: true,
    packages: ["vitest"],
  },
  {
    directory: "playground",
    holds:
      "the playground: converts the objects, policy, and settings on the page to diagnostics and responses, and completes field names and values",
    uses: [
      ...[...core, "schema", "manifest", "rules", "policy", "policy/file"],
      ...["engine/validate", "engine/review", "export", "recording"],
    ],
    pure: true,
  },
  {
    directory: "check",
    holds: "`lease-guard check`: converts manifests to submissions, and findings to reports",
    uses: [
      ...[...core, "schema", "manifest", "rules", "policy", "engine/validate", "engine/review"],
      ...["report", "workload", "terminal", "config", "recording"],
    ],
    ...command,
  },
  {
    directory: "suite",
    holds: "`lease-guard test`: converts suites to submissions, and results to reports",
    uses: [
      ...[...core, "schema", "manifest", "rules", "policy", "policy/file", "engine/validate"],
      ...["report", "terminal"],
    ],
    pure: { except: ["run.ts"] },
    ...command,
  },
  {
    directory: "simulate",
    holds: "`lease-guard simulate`: replays recorded reviews and audit logs against a policy",
    uses: [...[...core, "rules", "policy", "engine/validate", "engine/review"], ...["report", "terminal", "recording"]],
    pure: true,
    ...command,
  },
  {
    directory: "webhook",
    holds: "`lease-guard serve`: HTTPS, lifecycle, log, metrics, watched files",
    uses: [
      ...[...core, "core/files", "rules", "policy", "policy/file", "engine/validate", "engine/review"],
      ...["cluster/x509", "cluster/certs", "terminal", "recording"],
    ],
    packages: ["commander", "express", "pino", "prom-client"],
  },
  {
    directory: "learn",
    holds:
      "`lease-guard learn`: converts observed writes to a policy: writers, holders, durations, and what looks like an attack",
    uses: [
      ...[...core, "rules", "policy", "policy/file", "engine/validate"],
      ...["report", "cluster", "terminal", "recording"],
    ],
    pure: { except: ["run.ts", "watch-cluster.ts"] },
    packages: ["commander", "yaml"],
  },
  {
    directory: "doctor",
    holds:
      "`lease-guard doctor`: checks of the objects of a cluster: the installation of lease-guard, and the webhooks that delay writes of Leases",
    uses: [
      ...[...core, "rules", "cluster/registration", "policy", "policy/file", "export"],
      ...["report", "cluster/x509", "cluster", "workload", "terminal", "listing", "installation", "guarantee"],
    ],
    pure: { except: ["certificate-reader.ts", "read-connection.ts", "read-fence-views.ts"] },
    ...command,
  },
  {
    directory: "access",
    holds:
      "`lease-guard access`: who may write each Lease of a cluster or of files: roles and bindings in, writers out",
    uses: [...core, "rules", "report", "workload", "terminal", "config", "recording", "listing"],
    pure: true,
    ...command,
  },
  {
    directory: "audit",
    holds:
      "`lease-guard audit` and `elections`: checks of the Leases and LeaseCandidates of a cluster: listings in, findings and elections out",
    uses: [
      ...[...core, "rules", "policy", "report", "cluster", "workload"],
      ...["terminal", "config", "recording", "listing", "installation", "guarantee"],
    ],
    pure: { except: ["elections/watch.ts", "sampling.ts"] },
    ...command,
  },
  ...cliLayers,
];

/**
 * The file with the public names of the library, which is the only file of `src/` outside the
 * directories.
 */
export const entry: Layer = {
  directory: "index.ts",
  holds: "the public names of the library",
  uses: ["core/field", "core/api", "rules", "policy", "library"],
  pure: true,
};
