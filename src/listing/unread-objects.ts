import type { UnreadResource } from "../core/api/requests.ts";
import { pluralize } from "../core/text/join-words.ts";
import type { ListingBudget } from "./listing-budget.ts";

export interface ExceedingObject {
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Collects the objects that an audit cannot read. Names only the first ones. */
export interface UnreadObjects {
  readonly add: (object: ExceedingObject, reason: string) => void;
  readonly clear: () => void;
  readonly resources: (budget?: ListingBudget) => readonly UnreadResource[];
}

const maxNamed = 20;

export function unreadObjects(): UnreadObjects {
  let named: UnreadResource[] = [];
  let more = 0;
  return {
    add: ({ kind = "object", namespace, name }, reason) => {
      const title = [kind, [namespace, name].filter(Boolean).join("/")].filter(Boolean).join(" ");
      if (named.length < maxNamed) named.push({ resource: title, reason });
      else more++;
    },
    clear: () => {
      [named, more] = [[], 0];
    },
    resources: (budget) => [
      ...named,
      ...(more === 0 ? [] : [{ resource: pluralize(more, "more object"), reason: "they exceed the same limits" }]),
      ...[...(budget?.leftOut ?? [])].map(([namespace, count]) => ({
        resource: namespace === "" ? "objects of other namespaces" : `objects of the namespace ${namespace}`,
        reason: `${pluralize(count, "object")} did not fit into the memory of the audit; use -n to audit the namespaces separately`,
      })),
    ],
  };
}
