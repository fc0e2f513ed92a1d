import { rule } from "../../../src/rules/lease/strategy-kept.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const user = { username: "system:serviceaccount:team-a:controller", groups: ["system:authenticated"] };
const other = spec({ strategy: "example.com/newest" });
const dropped = spec({ strategy: null, preferredHolder: null });
const causes = [{ type: "FieldValueForbidden", field: "spec.strategy" }];

testRule(rule, {
  silent: {
    "strategy: kept": { user, tweak: spec({ renewTime: "2026-07-01T08:00:12.000000Z" }) },
    "strategy: dropped by a leader": { user, tweak: dropped },
    "strategy: empty": { user, tweak: spec({ strategy: "", preferredHolder: null }) },
    "strategy: set where none was": { user, old: dropped, tweak: other },
    "strategy: set where it was empty": { user, old: spec({ strategy: "", preferredHolder: null }), tweak: other },
    "user: kube-apiserver": { user: { username: "system:apiserver", groups: ["system:masters"] }, tweak: other },
    "user: of kubeadm's administrators": {
      user: { username: "jane", groups: ["kubeadm:cluster-admins"] },
      tweak: other,
    },
    "user: unknown": { tweak: other },
  },
  reports: {
    "strategy: another": { user, tweak: other, causes },
    "strategy: that of kube-apiserver": { user, old: other, causes },
    "strategy: another, while the lease is held": { user, now: "2026-07-01T08:00:12Z", tweak: other, causes },
    "user: a person": { user: { username: "jane", groups: ["system:authenticated"] }, tweak: other, causes },
    "user: kube-scheduler": { user: { username: "system:kube-scheduler" }, tweak: other, causes },
  },
});
