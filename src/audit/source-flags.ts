import { type Command, Option } from "commander";
import type { ClusterFlags } from "../terminal/cluster-flags.ts";
import { collect, parseDelay, parseMoment } from "../terminal/flags.ts";
import { parsedOption } from "../terminal/help.ts";
import { withClusterFlags } from "../terminal/with-cluster-flags.ts";

/** The flags that select what a command audits. */
export interface SourceFlags extends ClusterFlags {
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

export function withSourceFlags(command: Command): Command {
  return withClusterFlags(command)
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
      "retry period of all clients, such as 2s, for the longest failover and for pods that no longer wait",
      parseDelay,
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
        "age below which audit reports only wrong values of an object",
        parseDelay,
        "5m",
      ),
    );
}
