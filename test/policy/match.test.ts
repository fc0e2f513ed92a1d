import { describe, expect, it } from "vitest";
import { leaseToHub } from "../../src/core/api/to-hub.ts";
import { type KnownWrite, type Match, matchWrite, namedWrite } from "../../src/policy/match.ts";
import type { ChangeOperation, UserInfo } from "../../src/rules/rule.ts";

interface Write {
  readonly operation: ChangeOperation;
  /** The labels of the new object. `old` contains the labels of the existing object. */
  readonly labels?: Readonly<Record<string, string | null>> | null;
  readonly old?: Readonly<Record<string, string>>;
  readonly user?: Partial<UserInfo>;
}

const create: Write = { operation: "CREATE" };
const update: Write = { operation: "UPDATE" };
const deletion: Write = { operation: "DELETE" };
const lease = (labels: Write["labels"]) =>
  leaseToHub({ metadata: { namespace: "team-a", name: "controller", labels } });

function known({ operation, labels = {}, old = {}, user }: Write): KnownWrite {
  const info = { username: "jane", groups: ["developers", "system:authenticated"], ...user };
  const object = lease(labels);
  const oldObject = lease(old);
  if (operation === "CREATE") return namedWrite({ operation, object }, info);
  return namedWrite(operation === "UPDATE" ? { operation, object, oldObject } : { operation, oldObject }, info);
}

const unknown: UserInfo = { username: "", groups: [] };
const ownAccounts = "system:serviceaccount:$(namespace):*";
const accounts = "system:serviceaccounts:team-a";
const accountOf = (namespace: string) => `system:serviceaccount:${namespace}:controller`;

type Case = readonly [name: string, match: Match, write: Write];

const meant: readonly Case[] = [
  ["no condition", {}, create],
  ["a namespace", { namespaces: ["team-a"] }, create],
  ["a namespace on update", { namespaces: ["team-a"] }, update],
  ["a namespace on delete", { namespaces: ["team-a"] }, deletion],
  ["the second of two namespaces", { namespaces: ["kube-*", "team-*"] }, create],
  ["a name", { names: ["control*"] }, create],
  ["a name on delete", { names: ["controller"] }, deletion],
  ["a user", { users: ["j*"] }, create],
  ["no user but any", { users: ["*"] }, { ...create, user: { username: "" } }],
  ["the second group of two", { groups: ["system:*"] }, create],
  ["a label", { labels: { team: "a*" } }, { ...create, labels: { team: "alpha" } }],
  ["an empty label", { labels: { team: "*" } }, { ...create, labels: { team: "" } }],
  ["a label that is null for empty", { labels: { team: "" } }, { ...create, labels: { team: null } }],
  ["two labels", { labels: { team: "a", tier: "b" } }, { ...create, labels: { team: "a", tier: "b" } }],
  ["a label on update that the write removes", { labels: { team: "a" } }, { ...update, old: { team: "a" } }],
  ["a label on delete", { labels: { team: "a" } }, { ...deletion, old: { team: "a" } }],
  ["all but another namespace", { not: { namespaces: ["team-b"] } }, create],
  ["all but one user in another namespace", { not: { namespaces: ["team-b"], users: ["jane"] } }, create],
  ["all but another user", { names: ["*"], not: { users: ["joe"] } }, create],
  ["all but another user without a name", { not: { users: ["joe"] } }, { ...create, user: { username: "" } }],
  ["all but another group", { not: { groups: ["admins"] } }, { ...create, user: { username: "" } }],
  [
    "all but some users in a known namespace, with an unknown user",
    { not: { namespaces: ["team-b"] } },
    { ...create, user: unknown },
  ],
  [
    "the service accounts of the own namespace",
    { users: [ownAccounts] },
    { ...create, user: { username: accountOf("team-a") } },
  ],
  [
    "the second reference of one pattern",
    { users: ["$(namespace):$(namespace)"] },
    { ...create, user: { username: "team-a:team-a" } },
  ],
  [
    "the group of the own namespace",
    { groups: ["a", "system:serviceaccounts:$(namespace)"] },
    { ...create, user: { groups: [accounts] } },
  ],
  [
    "accounts of other namespaces",
    { not: { users: [ownAccounts] } },
    { ...create, user: { username: accountOf("team-b") } },
  ],
  [
    "all at once",
    { namespaces: ["team-a"], names: ["*"], users: ["jane"], groups: ["developers"], labels: { team: "a" } },
    { ...create, labels: { team: "a" } },
  ],
];

const others: readonly Case[] = [
  ["another namespace", { namespaces: ["team-b"] }, create],
  ["a longer namespace", { namespaces: ["team"] }, create],
  ["another case", { namespaces: ["Team-A"] }, create],
  ["no pattern at all", { namespaces: [] }, create],
  ["another name", { names: ["controller-*"] }, create],
  ["another user", { users: ["joe"] }, create],
  ["a group's name for a user's", { users: ["developers"] }, create],
  ["another group", { groups: ["admins"] }, create],
  ["no group", { groups: ["*"] }, { ...create, user: { groups: [] } }],
  ["a user's name for a group's", { groups: ["jane"] }, create],
  ["no label", { labels: { team: "*" } }, create],
  ["no labels but null", { labels: { team: "*" } }, { ...create, labels: null }],
  ["another value of the label", { labels: { team: "a" } }, { ...create, labels: { team: "b" } }],
  ["one label of two", { labels: { team: "a", tier: "b" } }, { ...create, labels: { team: "a" } }],
  ["a label on update, which only the write brings", { labels: { team: "a" } }, { ...update, labels: { team: "a" } }],
  ["a key that every object of JavaScript has", { labels: { constructor: "*" } }, create],
  ["all but the own namespace", { not: { namespaces: ["team-*"] } }, create],
  ["all but the own user", { names: ["*"], not: { users: ["joe", "jane"] } }, create],
  ["all but the own group", { not: { groups: ["developers"] } }, create],
  ["all but the own labels", { not: { labels: { team: "*" } } }, { ...create, labels: { team: "a" } }],
  ["all but other users, with an unknown user", { not: { users: ["joe"] } }, { ...create, user: unknown }],
  ["all but other groups, with an unknown user", { not: { groups: ["admins"] } }, { ...create, user: unknown }],
  [
    "all but users of another namespace, with an unknown user",
    { not: { namespaces: ["b"], users: ["a"] } },
    { ...create, user: unknown },
  ],
  ["another name that `not` does not exclude", { names: ["a"], not: { users: ["joe"] } }, create],
  ["accounts of another namespace", { users: [ownAccounts] }, { ...create, user: { username: accountOf("team-ab") } }],
  ["the reference itself", { users: ["$(namespace)"] }, { ...create, user: { username: "$(namespace)" } }],
  ["a reference with another name", { users: ["$(name)"] }, { ...create, user: { username: "controller" } }],
  [
    "accounts of the own namespace",
    { not: { users: [ownAccounts] } },
    { ...create, user: { username: accountOf("team-a") } },
  ],
  ["all but the namespace", { namespaces: ["team-b"], names: ["*"], users: ["jane"] }, create],
  ["all but the user", { namespaces: ["team-a"], names: ["*"], users: ["joe"] }, create],
];

describe("matchWrite", () => {
  it.each(meant)("matches %s", (_, match, write) => expect(matchWrite(match, known(write))).toBe("yes"));
  it.each(others)("does not match %s", (_, match, write) => expect(matchWrite(match, known(write))).toBe("no"));

  const condition = {
    namespaces: ["team-a"],
    names: ["controller"],
    users: ["jane"],
    groups: ["developers"],
    labels: { team: "a" },
  };
  const write = known({ ...create, labels: { team: "a" } });

  it.each(["namespace", "name", "user", "groups", "labels"] as const)(
    "may match a write whose %s is unknown",
    (part) => {
      const partly = { ...write, [part]: undefined };
      expect(matchWrite(condition, write)).toBe("yes");
      expect(matchWrite(condition, partly)).toBe("maybe");
      expect(matchWrite({}, partly)).toBe("yes");
      expect(matchWrite({ ...condition, namespaces: part === "namespace" ? ["team-a"] : ["team-b"] }, partly)).toBe(
        part === "namespace" ? "maybe" : "no",
      );
    },
  );

  it.each<readonly [string, Match, KnownWrite, string]>([
    ["a negation", { not: { users: ["jane"] } }, { groups: [] }, "maybe"],
    [
      "a negation that another field decides",
      { not: { namespaces: ["a"], users: ["jane"] } },
      { namespace: "b" },
      "yes",
    ],
    ["a negation after a field that does not match", { names: ["a"], not: { users: ["jane"] } }, { name: "b" }, "no"],
    ["the account of some namespace", { users: [ownAccounts] }, { user: accountOf("team-a") }, "maybe"],
    ["a user who is no account", { users: [ownAccounts] }, { user: "jane" }, "no"],
    [
      "a user with a pattern without a reference",
      { users: [ownAccounts, "system:*"] },
      { user: accountOf("team-a") },
      "yes",
    ],
  ])("compares a write that is partly unknown with %s", (_, match, partly, result) =>
    expect(matchWrite(match, partly)).toBe(result),
  );

  it("does not use a namespace as a pattern", () => {
    const of = (user: string) => matchWrite({ users: [ownAccounts, "jane"] }, { namespace: "*", user, groups: [] });
    expect([of(accountOf("team-a")), of("jane")]).toEqual(["no", "yes"]);
  });
});
