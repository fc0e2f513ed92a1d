import { learn } from "../../../src/learn/learn.ts";
import { summaryLines } from "../../../src/learn/summary.ts";
import { defaultAdministrators } from "../../../src/policy/policy.ts";
import { newInputSummary } from "../../../src/recording/read-files.ts";
import { eventsOf, readEvents } from "./operator-log.ts";

/**
 * Returns the lines about fences in the report about an operator whose pods write Secrets at their
 * start, too.
 */
export async function fenceReport(): Promise<readonly string[]> {
  const sent = Array.from({ length: 120 }, (_, index) => {
    const [pod, at] = index < 4 ? ["x-1", 1 + index] : ["x-0", 10 + index / 10];
    return { at, pod, resource: "secrets" } as const;
  });
  const options = { administrators: defaultAdministrators, holdBack: 0, fences: true };
  const learned = await learn((onRequest) => readEvents(eventsOf({ sent }), onRequest), options);
  if (learned === undefined) throw new Error("must have writes");
  return summaryLines(learned, newInputSummary()).filter((line) => /^(?:no )?fence: /.test(line));
}
