import { rule } from "../../../src/rules/metadata/writer-allowed.ts";
import type { UserInfo } from "../../../src/rules/rule.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueForbidden", field: "" }];
const by = (username: string, ...groups: readonly string[]): { readonly user: UserInfo } => ({
  user: { username, groups },
});
const account = "system:serviceaccount:team-a:controller";
const other = "system:serviceaccount:team-b:controller";
const ofNamespace = { users: ["system:serviceaccount:$(namespace):*"] };
const reported = (rows: Readonly<Record<string, Row>>) =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, causes }]));

testRule(rule, {
  parameters: { users: ["system:serviceaccount:team-a:*", "jane"], groups: ["lease-admins", "oidc:team-a-*"] },
  silent: {
    "user: a service account of the namespace": by(account, "system:serviceaccounts"),
    "user: allowed by name": by("jane"),
    "user: allowed by the last group": by("joe", "system:authenticated", "lease-admins"),
    "user: allowed by the pattern of a group": by("joe", "oidc:team-a-leads"),
    "user: unknown": by(""),
    "users: any user": { ...by("joe"), parameters: { users: ["*"] } },
    "users: any user, even without a name": { ...by("", "system:authenticated"), parameters: { users: ["*"] } },
    "users: the service accounts of the own namespace": { ...by(account), parameters: ofNamespace },
    "groups: the service accounts of the own namespace": {
      ...by("joe", "system:serviceaccounts:team-a"),
      parameters: { groups: ["system:serviceaccounts:$(namespace)"] },
    },
    "users: not given, allowed by group": { ...by("joe", "lease-admins"), parameters: { groups: ["lease-admins"] } },
  },
  reports: reported({
    "user: a service account of another namespace": by(
      "system:serviceaccount:team-b:controller",
      "system:serviceaccounts",
    ),
    "user: the name without the part that the pattern requires": by("system:serviceaccount:team-a"),
    "user: the master of all": by("kubernetes-admin", "system:masters"),
    "user: the API server": by("system:apiserver", "system:masters"),
    "user: another, without a change": { ...by("joe"), operations: ["UPDATE"] },
    "user: another, with a change of only metadata": { ...by("joe"), tweak: metadata({ labels: null }) },
    "user: another, with a change of only the spec": { ...by("joe"), tweak: spec({ renewTime: null }) },
    "users: a service account of another than the own namespace": { ...by(other), parameters: ofNamespace },
    "bypass: a name that is the reference": { ...by("system:serviceaccount:$(namespace):x"), parameters: ofNamespace },
    "bypass: another namespace in the object's labels": {
      ...by(other),
      parameters: ofNamespace,
      tweak: metadata({ labels: { namespace: "team-b" } }),
    },
    "groups: not given, the same name as a user": { ...by("joe", "jane"), parameters: { users: ["jane"] } },
    "users: not given, the same name as a group": { ...by("lease-admins"), parameters: { groups: ["lease-admins"] } },
    "bypass: upper case": by("Jane"),
    "bypass: upper case in a group": by("joe", "Lease-Admins"),
    "bypass: white space": by("jane "),
    "bypass: a letter that only looks like one, U+0430": by("j\u0430ne"),
    "bypass: an account after another's name": by(`joe:${account}`),
    "bypass: a name that is a pattern": by("*", "*"),
    "bypass: no name, but groups": by("", "system:authenticated"),
    "bypass: a name in the object": {
      ...by("joe"),
      tweak: metadata({ name: "jane", namespace: "jane", generateName: "jane" }),
    },
    "bypass: another manager of the fields": {
      ...by("joe"),
      tweak: metadata({ managedFields: [{ manager: "jane", operation: "Update" }] }),
    },
    "bypass: an object of almost nothing": { ...by("joe"), tweak: without("metadata", "labels") },
  }),
});
