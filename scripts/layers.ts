/** A directory of `src/`, its purpose, and the other directories that its files may import. */
export interface Layer {
  /** The path below `src/`. A path with a slash is a separate layer inside another directory. */
  readonly directory: string;
  /** The purpose, for the table in `docs/architecture.md`. */
  readonly holds: string;
  /**
   * The directories that this directory may import. These directories come earlier in the list,
   * because an import must not go up.
   */
  readonly uses: readonly string[];
  /**
   * True if no file of the directory may import a module of Node. `except` lists the files that
   * may.
   */
  readonly pure?: true | { readonly except: readonly string[] };
  /** The packages that this directory may import. Other directories need their own permission. */
  readonly packages?: readonly string[];
}

const onlyRun = { except: ["run.ts"] } as const;

/** Every directory of `src/`, from the lowest layer to the highest. */
export const layers: readonly Layer[] = [
  { directory: "field", holds: "field paths, field errors, and `Result`, which holds a value or an error", uses: [], pure: true },
  { directory: "text", holds: "formats of strings, such as names, times, and versions; positions in a text", uses: ["field"], pure: true },
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
    uses: ["field", "text", "api", "rules"],
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
    holds: "converts a `Submission` to a `Verdict`: schema, hub, and rules under a policy, with the messages of a Kubernetes version",
    uses: ["field", "text", "api", "schema", "rules", "policy"],
    pure: true,
  },
  {
    directory: "admission",
    holds: "converts the bytes of an AdmissionReview to the reply",
    uses: ["field", "text", "api", "schema", "rules", "policy", "validate"],
    pure: true,
  },
  {
    directory: "manifest",
    holds: "converts text to documents with positions, as kubectl reads them",
    uses: ["field", "text", "api"],
    pure: true,
    packages: ["yaml"],
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
    directory: "library",
    holds: "the engine for programs: converts objects and reviews to verdicts, and reads the clock unless the caller sets the time",
    uses: ["field", "api", "rules", "policy", "validate", "admission", "manifest", "policy-file"],
    pure: true,
  },
  {
    directory: "playground",
    holds: "the playground: converts the texts and settings of the page to diagnostics and responses, and completes fields",
    uses: ["field", "text", "api", "rules", "policy", "export", "validate", "admission", "manifest", "policy-file"],
    pure: true,
  },
  { directory: "vitest", holds: "verdicts as vitest matchers", uses: ["validate", "library"], pure: true, packages: ["vitest"] },
  {
    directory: "files",
    holds: "reads regular files, and all files of a policy, which kubelet can replace during a read",
    uses: ["field", "text", "policy-file"],
  },
  {
    directory: "server",
    holds: "HTTPS, lifecycle, log, metrics, watched files",
    uses: ["field", "text", "api", "rules", "policy", "validate", "admission", "policy-file", "files"],
    packages: ["express", "pino", "prom-client"],
  },
  { directory: "certs", holds: "certificates: issue, sign, plan a renewal", uses: ["field", "text"], packages: ["node-forge"] },
  { directory: "cluster", holds: "requests to an API server", uses: ["field"], packages: ["@kubernetes/client-node"] },
  {
    directory: "cli/shared",
    holds: "common code for commands: flags, help, inputs, output, terminal, errors",
    uses: ["field", "text", "manifest", "policy-file", "report", "files", "server", "cluster"],
    packages: ["commander", "ignore", "tinyglobby"],
  },
  {
    directory: "cli/rules",
    holds: "`lease-guard rules` and `explain`",
    uses: ["rules", "policy", "report", "cli/shared"],
    pure: true,
    packages: ["commander"],
  },
  {
    directory: "cli/check",
    holds: "`lease-guard check`: converts manifests to submissions, and findings to reports",
    uses: [...["field", "text", "api", "schema", "rules", "policy", "validate", "admission", "manifest", "report"], "cli/shared"],
    packages: ["commander"],
  },
  {
    directory: "cli/test",
    holds: "`lease-guard test`: converts suites to submissions, and results to reports",
    uses: [...["field", "text", "api", "schema", "rules", "policy", "validate", "manifest", "policy-file", "report"], "cli/shared"],
    pure: onlyRun,
    packages: ["commander"],
  },
  {
    directory: "cli/simulate",
    holds: "`lease-guard simulate`: replays recorded reviews against a policy",
    uses: ["field", "text", "api", "rules", "policy", "validate", "admission", "report", "cli/shared"],
    pure: onlyRun,
    packages: ["commander"],
  },
  {
    directory: "cli/policy",
    holds: "`lease-guard policy check`, `policy show`, `policy export`, and `policy explain`",
    uses: [...["field", "text", "api", "rules", "registration", "policy", "export", "manifest", "policy-file", "report"], "cli/shared"],
    pure: { except: ["export.ts"] },
    packages: ["commander"],
  },
  {
    directory: "cli/serve",
    holds: "`lease-guard serve`: composes the server",
    uses: ["field", "rules", "policy", "validate", "policy-file", "files", "server", "certs", "cli/shared"],
    packages: ["commander"],
  },
  {
    directory: "cli/certs",
    holds: "`lease-guard certs`: writes certificates to files, or into a cluster",
    uses: ["field", "certs", "cluster", "cli/shared"],
    packages: ["commander"],
  },
  {
    directory: "cli/init",
    holds: "`lease-guard init`: writes a first policy, its tests, and a CI workflow",
    uses: ["text", "cli/shared"],
    pure: onlyRun,
    packages: ["commander"],
  },
  { directory: "cli/help", holds: "`lease-guard help`", uses: ["cli/shared"], pure: true, packages: ["commander"] },
  { directory: "cli/version", holds: "`lease-guard version`", uses: ["api", "cli/shared"], pure: true, packages: ["commander"] },
  { directory: "cli/schema", holds: "`lease-guard schema`", uses: ["text", "cli/shared"], pure: true, packages: ["commander"] },
  {
    directory: "cli/completion",
    holds: "`lease-guard completion`",
    uses: ["rules", "cli/check", "cli/rules", "cli/schema", "cli/shared"],
    pure: true,
    packages: ["commander"],
  },
  {
    directory: "cli",
    holds: "the program: all commands, exit codes",
    uses: [
      ...["cli/shared", "cli/rules", "cli/check", "cli/test", "cli/simulate", "cli/policy", "cli/serve", "cli/certs"],
      ...["cli/init", "cli/schema", "cli/completion", "cli/help", "cli/version"],
    ],
    packages: ["commander"],
  },
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
