import { type Command, Option } from "commander";
import { once } from "./flags.ts";

export function withClusterFlags(command: Command): Command {
  return withContextFlags(command)
    .option("-n, --namespace <name>", "namespace to read (default: all namespaces)")
    .addOption(new Option("-A, --all-namespaces", "read all namespaces, which is the default").conflicts("namespace"));
}

export const kubeconfigFlag = ["--kubeconfig <file>", "configuration of the API server (default: as kubectl)"] as const;

export function withContextFlags(command: Command): Command {
  return command
    .option(...kubeconfigFlag)
    .option("--context <name>", "context in the configuration (default: its current context)", once);
}
