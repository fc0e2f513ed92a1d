import { rule } from "../../../src/rules/metadata/deleter-allowed.ts";
import type { UserInfo } from "../../../src/rules/rule.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueForbidden", field: "" }];
const by = (username: string, ...groups: readonly string[]): { readonly user: UserInfo } => ({
  user: { username, groups },
});

testRule(rule, {
  parameters: { users: ["system:serviceaccount:kube-system:*-controller"], groups: ["lease-admins"] },
  silent: {
    "user: the namespace controller": by(
      "system:serviceaccount:kube-system:namespace-controller",
      "system:serviceaccounts",
    ),
    "user: allowed by group": by("jane", "lease-admins"),
    "user: unknown": by(""),
    "groups: not given": { ...by("jane"), parameters: { users: ["jane"] } },
  },
  reports: {
    "user: another": { ...by("jane", "system:authenticated"), causes },
    "user: the master of all": { ...by("kubernetes-admin", "system:masters"), causes },
    "user: an account with a longer name": {
      ...by("system:serviceaccount:kube-system:namespace-controller-2"),
      causes,
    },
    "users: not given": { ...by("lease-admins"), parameters: { groups: ["lease-admins"] }, causes },
    "bypass: upper case": { ...by("jane", "LEASE-ADMINS"), causes },
    "bypass: an account of that name elsewhere": { ...by("system:serviceaccount:team-a:namespace-controller"), causes },
    "bypass: no name, but groups": { ...by("", "system:authenticated"), causes },
    "bypass: of a lease without a holder": {
      ...by("jane"),
      old: spec({ holderIdentity: "", leaseName: "other" }),
      causes,
    },
    "bypass: of an object that is already being deleted": {
      ...by("jane"),
      old: metadata({ deletionTimestamp: "2026-07-01T08:00:30Z" }),
      causes,
    },
  },
});
