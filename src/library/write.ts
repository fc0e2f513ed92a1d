import type { Change, ChangeOperation, UserInfo } from "../rules/rule.ts";
import { toWire } from "./to-wire.ts";

/** What is known of a write beside its object: without more, a create by an unknown user, now. */
export type Write = Circumstances & (Creation | Update | Deletion);

interface Circumstances {
  /** Who writes; an absent name is "". */
  readonly user?: Partial<UserInfo>;
  /** When it is judged; this very moment when absent. */
  readonly now?: Date;
}

interface Creation {
  readonly operation?: "CREATE";
  readonly oldObject?: undefined;
}

interface Update {
  readonly operation?: "UPDATE";
  /** What is stored, of which the object is the new form. */
  readonly oldObject: object;
}

/** The object is what would be deleted. */
interface Deletion {
  readonly operation: "DELETE";
  readonly oldObject?: undefined;
}

/** Any of the three, as a caller without types may mix them. */
interface UntypedWrite {
  readonly operation?: ChangeOperation;
  readonly oldObject?: object | undefined;
}

/** Throws a TypeError where object, oldObject and operation do not make a write. */
export function toChange(object: object, { operation, oldObject }: UntypedWrite): Change<object> {
  const meant = operation ?? (oldObject === undefined ? "CREATE" : "UPDATE");
  const sent = toWire(object, "the object");
  if (meant !== "UPDATE" && oldObject !== undefined) throw new TypeError(`oldObject must be absent where operation is ${meant}`);
  switch (meant) {
    case "CREATE":
      return { operation: meant, object: sent };
    case "UPDATE":
      if (oldObject === undefined) throw new TypeError("oldObject must be there where operation is UPDATE");
      return { operation: meant, object: sent, oldObject: toWire(oldObject, "oldObject") };
    case "DELETE":
      return { operation: meant, oldObject: sent };
    default:
      throw new TypeError(`operation must be CREATE, UPDATE or DELETE, not ${String(meant)}`);
  }
}
