import { distinctTexts } from "../core/text/compare-texts.ts";
import { earlier, later } from "../core/text/earlier.ts";
import type { RuleId } from "../rules/rule.ts";
import { append } from "../rules/shared/append.ts";
import { writesText } from "./evidence.ts";
import { type KnownProgram, knownProgram } from "./known-programs.ts";
import type { LearnedEntry, LearnedScope } from "./learned-entry.ts";
import type { ObjectTally } from "./object-tally.ts";
import { canBePattern } from "./pattern-text.ts";

interface ProgramWrites {
  readonly program: KnownProgram;
  readonly users: Set<string>;
  readonly namespaces: Set<string>;
  writes: number;
  first: Date;
  last: Date;
}

export function programScopes(
  objects: readonly ObjectTally[],
): ReadonlyMap<RuleId, readonly LearnedEntry<LearnedScope>[]> {
  const scopes = new Map<RuleId, LearnedEntry<LearnedScope>[]>();
  for (const seen of writesOfPrograms(objects)) for (const id of seen.program.rules) append(scopes, id, toScope(seen));
  return scopes;
}

function writesOfPrograms(objects: readonly ObjectTally[]): Iterable<ProgramWrites> {
  const seen = new Map<string, ProgramWrites>();
  for (const { namespace, name, writers } of objects) {
    for (const { user, writes, first, last } of writers.values()) {
      const program = knownProgram({ user, namespace, name });
      if (program === undefined || !canBePattern(user.username)) continue;
      const known = seen.get(program.title) ?? {
        program,
        users: new Set(),
        namespaces: new Set(),
        writes: 0,
        first,
        last,
      };
      seen.set(program.title, known);
      known.users.add(user.username);
      known.namespaces.add(namespace);
      known.writes += writes;
      known.first = earlier(known.first, first);
      known.last = later(known.last, last);
    }
  }
  return seen.values();
}

function toScope(seen: ProgramWrites): LearnedEntry<LearnedScope> {
  const { program, users, namespaces } = seen;
  const { title, names, mode } = program;
  const match = {
    namespaces: distinctTexts([...namespaces]),
    ...(names !== undefined && { names: [names] }),
    users: distinctTexts([...users]),
  };
  return {
    comment: `${writesText(seen)} by ${title}, which works as designed: see docs/recorded-traffic.md`,
    value: { match, mode },
  };
}
