import { setTimeout as wait } from "node:timers/promises";
import { readIdentity } from "../../listing/cluster-identity.ts";
import { type EarlierListing, toEarlier } from "../../listing/listing.ts";
import { answerOf, openAsKubectl } from "../../terminal/cluster-flags.ts";
import { UsageError } from "../../terminal/errors.ts";
import { print, printError, reportContext, wantsColor } from "../../terminal/output.ts";
import { startProgress } from "../../terminal/progress.ts";
import { clearScreen, terminalScreen } from "../../terminal/screen.ts";
import { auditInput, readCluster, type SourceAudit, settingsOf } from "../audit-of.ts";
import { maxListings, shortestInterval } from "../sampling.ts";
import { clusterFlagsOf } from "../source-flags.ts";
import { changeLines } from "./changes.ts";
import { type Elections, electionsIn } from "./elections.ts";
import type { ElectionsFlags } from "./flags.ts";
import { electionsText, electionsWide, screenText } from "./reports/text.ts";

/**
 * Reads a cluster again and again until SIGINT, and shows its elections. Returns the exit code of
 * the last reading. Each reading is compared with up to `maxListings` earlier ones. If the first
 * reading fails, rejects with its usage error. A later failure is printed, and its code is 2.
 */
export async function watchElections(flags: ElectionsFlags, codeOf: (source: SourceAudit) => number): Promise<number> {
  const { namespace, output } = flags;
  if (output.some(({ format, file }) => (format !== "text" && format !== "wide") || file !== undefined))
    throw new UsageError("--watch: requires text on standard output; leave out -o, or use -o wide");
  const isWide = output.some(({ format }) => format === "wide");
  const settings = await settingsOf(flags);
  const connection = openAsKubectl(clusterFlagsOf(flags));
  const reading = { api: connection.api, namespace, progress: startProgress(true), programs: settings.programs };
  const cluster = await answerOf(readIdentity(connection));
  const interrupt = new AbortController();
  process.once("SIGINT", () => interrupt.abort());
  let code = 0;
  let shown: Elections | undefined;
  let earlier: readonly EarlierListing[] = [];
  while (!interrupt.signal.aborted) {
    const begin = performance.now();
    try {
      const input = await readCluster(reading, earlier, settings.rules);
      const source = auditInput({ ...input, cluster }, settings);
      const elections = electionsIn(source.result);
      show(elections, shown, isWide);
      code = codeOf(source);
      shown = elections;
      earlier = [...earlier, toEarlier(input.last)].slice(-maxListings);
    } catch (error) {
      if (!(error instanceof UsageError) || shown === undefined) throw error;
      printError(error.message);
      code = 2;
    }
    const duration = performance.now() - begin;
    await pause(shortestInterval(duration) - duration, interrupt.signal);
  }
  return code;
}

/** Resolves after a time, or at once after an interrupt. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Redraws the screen of a terminal. Otherwise, prints the table once, and then the changes. */
function show(elections: Elections, before: Elections | undefined, isWide: boolean): void {
  const screen = terminalScreen();
  const context = reportContext(wantsColor());
  if (screen !== undefined) print(clearScreen + screenText(elections, context, { ...screen, isWide }));
  else if (before !== undefined) print(changeLines(before, elections).join(""));
  else print((isWide ? electionsWide : electionsText)(elections, context));
}
