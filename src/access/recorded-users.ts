import { namespacedName } from "../core/field/object-reference.ts";
import { newInputSummary, readObserved, unreadableInputs } from "../recording/read-files.ts";
import { readRecording } from "../recording/read-recording.ts";
import { printMessage } from "../terminal/output.ts";

/** The maximum number of users of one Lease. More users show nothing new. */
const maxUsers = 100;

/** Returns the users that wrote each Lease, by its namespaced name. Leaves out dry runs. */
export async function recordedUsers(files: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>();
  const summary = newInputSummary();
  for await (const { kind, user, submission, ...lease } of readObserved(files, summary, readRecording)) {
    if (kind !== "Lease" || user === undefined || submission?.context.dryRun === true) continue;
    const key = namespacedName(lease);
    const users = found.get(key) ?? new Set<string>();
    if (users.size < maxUsers) found.set(key, users.add(user.username));
  }
  for (const message of unreadableInputs(summary)) printMessage(message);
  return found;
}
