import { rule } from "../../../src/rules/lease/preferred-holder-writer-allowed.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const update = { operations: ["UPDATE"] } as const;
const causes = [{ type: "FieldValueForbidden", field: "spec.preferredHolder" }];
const jane = { username: "jane", groups: ["system:authenticated"] };
const byJane: Row = { user: jane };
const changed: Row = { ...byJane, tweak: spec({ preferredHolder: "controller-3" }) };

testRule(rule, {
  parameters: { users: ["system:apiserver"], groups: ["lease-admins"] },
  silent: {
    "user: allowed by name": { ...changed, user: { username: "system:apiserver" } },
    "user: allowed by group": {
      ...changed,
      user: { username: "joe", groups: ["system:authenticated", "lease-admins"] },
    },
    "user: unknown": { ...changed, user: {} },
    "preferredHolder: as it was": { ...update, ...byJane, tweak: spec({ renewTime: "2026-07-01T08:00:59.000000Z" }) },
    "preferredHolder: absent": { ...byJane, tweak: without("spec", "preferredHolder") },
    "preferredHolder: null": { ...byJane, tweak: spec({ preferredHolder: null }) },
    "preferredHolder: empty": { ...byJane, tweak: spec({ preferredHolder: "" }) },
    "preferredHolder: empty, absent before": {
      ...update,
      ...byJane,
      tweak: spec({ preferredHolder: "" }),
      old: without("spec", "preferredHolder"),
    },
    "spec: absent": { ...byJane, tweak: (object) => Reflect.deleteProperty(object, "spec") },
  },
  reports: {
    "preferredHolder: set in a new lease": { operations: ["CREATE"], ...byJane, causes },
    "preferredHolder: another": { ...changed, causes },
    "preferredHolder: another, by the master of all": {
      ...changed,
      user: { username: "admin", groups: ["system:masters"] },
      causes,
    },
    "preferredHolder: set, absent before": { ...update, ...byJane, old: without("spec", "preferredHolder"), causes },
    "preferredHolder: set, null before": { ...update, ...byJane, old: spec({ preferredHolder: null }), causes },
    "preferredHolder: set, empty before": { ...update, ...byJane, old: spec({ preferredHolder: "" }), causes },
    "bypass: the same name in upper case": { ...byJane, tweak: spec({ preferredHolder: "CONTROLLER-2" }), causes },
    "bypass: the same name with white space": { ...byJane, tweak: spec({ preferredHolder: "controller-2 " }), causes },
    "bypass: white space alone": { ...byJane, tweak: spec({ preferredHolder: " " }), causes },
    "bypass: the strategy dropped at once": {
      ...byJane,
      tweak: spec({ preferredHolder: "controller-3", strategy: null }),
      causes,
    },
    "bypass: a take-over at once": {
      ...byJane,
      tweak: spec({ preferredHolder: "jane", holderIdentity: "jane", leaseTransitions: 2 }),
      causes,
    },
    "bypass: a group with the name of an allowed user": {
      ...changed,
      user: { username: "jane", groups: ["system:apiserver"] },
      causes,
    },
    "bypass: a user named as the group that is allowed": {
      ...changed,
      user: { username: "lease-admins", groups: [] },
      causes,
    },
  },
});
