import type { Layer } from "./layer.ts";

const onlyRun = { except: ["run.ts"] } as const;

/** The directories of `src/cli`, from the lowest layer to the highest. */
export const commandLayers: readonly Layer[] = [
  {
    directory: "cli/shared",
    holds: "common code for commands: flags, help, inputs, output, terminal, errors",
    uses: ["field", "text", "api", "manifest", "policy", "policy-file", "report", "files", "cluster"],
    packages: ["commander", "ignore", "tinyglobby"],
  },
  {
    directory: "cli/rules",
    holds: "`lease-guard rules` and `explain`",
    uses: ["text", "rules", "policy", "report", "cli/shared"],
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
    holds: "`lease-guard simulate`: replays recorded reviews and audit logs against a policy",
    uses: ["field", "text", "api", "rules", "policy", "validate", "admission", "report", "learn", "cli/shared"],
    pure: { except: ["read-recording.ts"] },
    packages: ["commander"],
  },
  {
    directory: "cli/learn",
    holds: "`lease-guard learn`: reads recordings, audit logs, and clusters, and writes a learned policy",
    uses: ["field", "text", "api", "rules", "policy", "admission", "learn", "cluster", "cli/shared", "cli/simulate"],
    packages: ["commander"],
  },
  {
    directory: "cli/audit",
    holds: "`lease-guard audit`: reads a cluster or the output of kubectl, and recordings, and reports the findings",
    uses: [
      ...["field", "text", "api", "rules", "policy", "validate", "admission", "manifest", "audit", "report", "learn", "cluster"],
      ...["cli/shared", "cli/check", "cli/simulate", "cli/learn"],
    ],
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
    directory: "cli/doctor",
    holds: "`lease-guard doctor`: reads the objects of a cluster, and reports errors of the configuration",
    uses: [...["field", "text", "api", "manifest", "doctor", "report", "files", "cluster", "x509"], "cli/shared"],
    packages: ["commander"],
  },
  {
    directory: "cli/serve",
    holds: "`lease-guard serve`: composes the server",
    uses: ["field", "text", "rules", "policy", "validate", "admission", "policy-file", "files", "server", "certs", "cli/shared"],
    packages: ["commander"],
  },
  {
    directory: "cli/certs",
    holds: "`lease-guard certs`: writes certificates to files, or into a cluster",
    uses: ["field", "text", "x509", "certs", "cluster", "cli/shared"],
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
    holds: "the program `lease-guard`: all commands, exit codes",
    uses: [
      ...["cli/shared", "cli/rules", "cli/check", "cli/audit", "cli/test", "cli/simulate", "cli/learn", "cli/policy"],
      ...["cli/doctor", "cli/serve", "cli/certs"],
      ...["cli/init", "cli/schema", "cli/completion", "cli/help", "cli/version"],
    ],
    packages: ["commander"],
  },
];
