import { deleteOptions, objectPath } from "../api/requests.ts";
import { shellQuote } from "../text/shell-quote.ts";
import { trackCommand } from "../text/track-command.ts";
import type { StateFinding } from "./check.ts";
import type { ListedObject } from "./listed-object.ts";

/**
 * Returns a shell command that fixes the problem of a finding, or undefined. See `deleteCommand`
 * and `trackCommand`.
 */
export function remedyOf({ isStale, isUntracked }: StateFinding, object: ObjectVersion, kubectl: string): string | undefined {
  if (isStale) return deleteCommand(object, kubectl);
  return isUntracked && trackCommand(object, kubectl);
}

type ObjectVersion = Pick<ListedObject, "apiVersion" | "resource" | "namespace" | "name" | "uid" | "resourceVersion">;

/**
 * Returns a shell command that deletes an object only if the object has not changed since the
 * listing. `kubectl` is the name of the program with its flags, as a shell reads them. Returns
 * undefined if the listing does not identify the version of the object.
 */
export function deleteCommand(object: ObjectVersion, kubectl: string): string | undefined {
  if (object.uid === "" || object.resourceVersion === "") return undefined;
  const options = JSON.stringify(deleteOptions(object));
  return `printf %s ${shellQuote(options)} | ${kubectl} delete --raw ${shellQuote(objectPath(object))} -f -`;
}
