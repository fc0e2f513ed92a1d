import type { Submission } from "../../../src/engine/validate/submission.ts";
import type { UserInfo } from "../../../src/rules/rule.ts";
import { submissionsOf } from "../../election/history.ts";
import { subjects } from "../../election/subjects.ts";
import { electorsGroup } from "./impersonation.ts";
import type { ServedKind } from "./release.ts";
import { moved, type PlannedWrite } from "./row-writes.ts";

/**
 * Returns all writes of the histories in `docs/attacks.md` to these kinds. Each write is sent
 * alone: the administrator creates the old object, so a denied write does not end a history.
 */
export function attackWrites(kinds: readonly ServedKind[]): readonly PlannedWrite[] {
  const isServed = ({ served: { gvk } }: Submission): boolean =>
    kinds.some(({ kind, version }) => kind === gvk.kind && version === gvk.version);
  const histories = Object.values(subjects).flatMap((subject) => Object.entries(subject));
  const planned = histories.flatMap(([title, { given = [], acts, ...history }]) =>
    submissionsOf({ ...history, acts: [...given, ...acts] })
      .filter(isServed)
      .map((submission, index) => ({ title: `${title}, write ${index + 1}`, submission })),
  );
  return planned.map(({ title, submission }) => toWrite(title, submission));
}

function toWrite(name: string, { served, change: written, context }: Submission): PlannedWrite {
  const change = written as Parameters<typeof moved>[0];
  const { username, groups, extra } = context.user;
  const user: UserInfo = { username, groups: [...groups, electorsGroup, "system:authenticated"], extra };
  return { name, at: (now) => ({ served, change: moved(change, context.now, now), user }) };
}
