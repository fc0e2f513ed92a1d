import { type Command, Option } from "commander";
import { collect, once } from "./flags.ts";

export function withClusterFlags(command: Command): Command {
  return withNamespaceFlags(withContextFlags(command));
}

/** Adds the flags of a command that can read several clusters. */
export function withFleetFlags(command: Command): Command {
  const withContexts = command
    .option(...kubeconfigFlag)
    .option("--context <name>", "context in the configuration (default: its current context); can be repeated", collect)
    .addOption(new Option("--all-contexts", "read the clusters of all contexts").conflicts("context"))
    .addOption(
      new Option(
        "--clusters <dir>",
        "read several clusters from a directory, with a file or a directory of kubectl output for each",
      ).conflicts(["context", "allContexts", "kubeconfig", "filename", "for"]),
    );
  return withNamespaceFlags(withContexts);
}

function withNamespaceFlags(command: Command): Command {
  return command
    .option("-n, --namespace <name>", "namespace to read (default: all namespaces)")
    .addOption(new Option("-A, --all-namespaces", "read all namespaces, which is the default").conflicts("namespace"));
}

export const kubeconfigFlag = ["--kubeconfig <file>", "configuration of the API server (default: as kubectl)"] as const;

export function withContextFlags(command: Command): Command {
  return command
    .option(...kubeconfigFlag)
    .option("--context <name>", "context in the configuration (default: its current context)", once);
}
