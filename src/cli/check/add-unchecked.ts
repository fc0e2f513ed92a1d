import { pluralize } from "../../text/pluralize.ts";
import { unreadProblem } from "../shared/find-files.ts";
import type { CheckArguments } from "./config/with-config.ts";
import { notRendered } from "./rendered.ts";
import { emptyText } from "./reports/empty-text.ts";
import { notRenderedLines } from "./reports/not-rendered.ts";
import type { CheckTally } from "./tally.ts";

/**
 * Adds to the tally what a run did not check: the directories that other programs must render, and
 * a notice for a run that checked no object. With `--fail-on-empty`, such a run has a problem.
 */
export function addUnchecked(tally: CheckTally, { paths, flags }: CheckArguments): void {
  tally.notRendered = notRendered(tally.sources, tally.objects);
  const empty = emptyText(tally);
  if (empty !== undefined && flags.failOnEmpty) tally.problems.push(mustNotBeEmpty(paths));
  else if (empty !== undefined) tally.notices.push(`warning: ${empty}`);
  tally.notices.push(...notRenderedLines(tally));
}

function mustNotBeEmpty([path = "", ...others]: readonly string[]): ReturnType<typeof unreadProblem> {
  const alternative = others.length === 0 ? "" : `, or ${pluralize(others.length, "other path")} must`;
  return unreadProblem(path, `must contain a Lease, a LeaseCandidate, or an AdmissionReview${alternative}`);
}
