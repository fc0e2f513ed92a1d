import { type Command, Option } from "commander";
import type { Severity } from "../core/field/severity.ts";
import type { ClusterFlags } from "../terminal/cluster-flags.ts";
import { collect, parseDelay, parseMoment, parsePositiveDelay } from "../terminal/flags.ts";
import { parsedOption } from "../terminal/help.ts";
import { withFleetFlags } from "../terminal/with-cluster-flags.ts";

/** The flags that select what a command audits. */
export interface SourceFlags extends Omit<ClusterFlags, "context"> {
  readonly context?: readonly string[];
  readonly allContexts?: true;
  /** The directory with the files of several clusters. */
  readonly clusters?: string;
  /** The files to read instead of a cluster. */
  readonly filename?: readonly string[];
  /**
   * The time of the last listing in the files. If undefined, the audit uses the newest time in the
   * objects of this listing.
   */
  readonly now?: Date;
  /** The files with recorded writes. */
  readonly recording?: readonly string[];
  readonly policy?: string;
  /** The file with suppressions and a policy. */
  readonly config?: string;
  /** The lowest severity of the findings in the reports. */
  readonly severity?: Severity;
  /** The ids of the only checks and rules in the reports. */
  readonly check?: readonly string[];
  /** The JSON report of an earlier audit. Findings in it do not make a run fail. */
  readonly baseline?: string;
  /** The time between the first and the last listing, in milliseconds. */
  readonly for?: number;
  /**
   * The age in milliseconds below which the checks, and the rules about elections, report nothing
   * about an object.
   */
  readonly minAge: number;
  /** The retry period of the clients in milliseconds. */
  readonly retryPeriod?: number;
}

/** Reports whether the flags select several clusters. */
export function selectsFleet({ context, allContexts, clusters }: SourceFlags): boolean {
  return allContexts === true || clusters !== undefined || new Set(context).size > 1;
}

/** Returns the flags that select one cluster. */
export function clusterFlagsOf({ kubeconfig, context: [context] = [], namespace }: SourceFlags): ClusterFlags {
  return {
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
    ...(namespace !== undefined && { namespace }),
  };
}

export function withSourceFlags(command: Command): Command {
  return withFleetFlags(command)
    .option("--config <file>", "settings file with suppressions of known findings, and optionally a policy")
    .option(
      "-f, --filename <file>",
      "read the output of kubectl get -o json instead of a cluster; - for standard input; can be repeated",
      collect,
    )
    .option(
      "--now <time>",
      "time of the newest listing in the files (default: newest time in its objects)",
      parseMoment,
    )
    .option(
      "--recording <file>",
      "audit log with get requests, which shows pods that no longer wait; with audit -o html or json, also a file of serve --record, which shows earlier holding periods; - for standard input; can be repeated",
      collect,
    )
    .option(
      "--retry-period <duration>",
      "retry period of clients that are not in the program table, such as 2s, for the longest failover and for pods that no longer wait",
      parsePositiveDelay,
    )
    .addOption(
      new Option(
        "--for <duration>",
        "list again during this time, such as 30s, and also check renewals, clocks, and takeovers",
      ).argParser(parseDelay),
    )
    .addOption(
      parsedOption(
        "--min-age <duration>",
        "age below which only wrong values of an object are reported",
        parseDelay,
        "5m",
      ),
    );
}
