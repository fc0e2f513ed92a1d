import type { Layer } from "./layer.ts";

const command = { packages: ["commander"] } as const;
const core = ["core/field", "core/text", "core/api"] as const;

/** The program and the commands without an engine, from the lowest layer to the highest. */
export const cliLayers: readonly Layer[] = [
  {
    directory: "cli/rules",
    holds: "`lease-guard rules` and `explain`",
    uses: ["core/text", "rules", "policy", "report", "workload", "terminal"],
    pure: true,
    ...command,
  },
  {
    directory: "cli/policy",
    holds: "`lease-guard policy check`, `policy show`, `policy export`, and `policy explain`",
    uses: [
      ...[...core, "manifest", "rules", "cluster/registration", "policy", "policy/file", "export"],
      ...["report", "terminal", "installation"],
    ],
    pure: { except: ["export.ts"] },
    ...command,
  },
  {
    directory: "cli/certs",
    holds: "`lease-guard certs`: writes certificates to files, or into a cluster",
    uses: ["core/field", "core/text", "cluster/x509", "cluster/certs", "cluster", "terminal"],
    ...command,
  },
  {
    directory: "cli/init",
    holds: "`lease-guard init`: writes a first policy, its tests, and a CI workflow",
    uses: ["core/text", "terminal"],
    pure: { except: ["run.ts"] },
    ...command,
  },
  { directory: "cli/help", holds: "`lease-guard help`", uses: ["terminal"], pure: true, ...command },
  {
    directory: "cli/version",
    holds: "`lease-guard version`",
    uses: ["core/api", "report", "terminal"],
    pure: true,
    ...command,
  },
  { directory: "cli/schema", holds: "`lease-guard schema`", uses: ["core/text", "terminal"], pure: true, ...command },
  {
    directory: "cli/completion",
    holds: "`lease-guard completion`",
    uses: ["rules", "check", "cli/rules", "cli/schema", "terminal"],
    pure: true,
    ...command,
  },
  {
    directory: "cli",
    holds: "the program `lease-guard`: all commands, exit codes",
    uses: [
      ...[
        "terminal",
        "check",
        "suite",
        "simulate",
        "webhook",
        "learn",
        "doctor",
        "access",
        "audit",
        "cli/rules",
        "cli/policy",
        "cli/certs",
      ],
      ...["cli/init", "cli/help", "cli/version", "cli/schema", "cli/completion"],
    ],
    ...command,
  },
];
