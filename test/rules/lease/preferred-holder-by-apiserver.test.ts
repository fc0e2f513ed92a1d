import { rule } from "../../../src/rules/lease/preferred-holder-by-apiserver.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueForbidden", field: "spec.preferredHolder" }];
const user = { username: "system:serviceaccount:team-a:controller", groups: ["system:authenticated"] };
const now = "2026-07-01T08:00:12Z";
const other = "example.com/newest";
const wish: Row = { now, tweak: spec({ preferredHolder: "controller-3" }) };
const update = { now, user, operations: ["UPDATE"] } as const;
const create = { now, user, operations: ["CREATE"] } as const;

testRule(rule, {
  silent: {
    "user: kube-apiserver": { ...wish, user: { username: "system:apiserver" } },
    "user: of kubeadm's administrators": { ...wish, user: { username: "jane", groups: ["kubeadm:cluster-admins"] } },
    "user: of the break-glass group": { ...wish, user: { username: "kubernetes-admin", groups: ["system:masters"] } },
    "user: unknown": wish,
    "preferredHolder: removed": { ...update, tweak: without("spec", "preferredHolder") },
    "preferredHolder: null": { ...update, tweak: spec({ preferredHolder: null }) },
    "preferredHolder: empty": { now, user, tweak: spec({ preferredHolder: "" }) },
    "preferredHolder: kept at a renewal": { ...update, tweak: spec({ renewTime: "2026-07-01T08:00:12.000000Z" }) },
    "preferredHolder: kept by a takeover": { ...update, tweak: spec({ holderIdentity: "controller-2" }) },
    "strategy: of another controller, which an administrator serves": {
      ...wish,
      user: { username: "jane", groups: ["kubeadm:cluster-admins"] },
      old: spec({ strategy: other }),
    },
    "strategy: of another controller, with the preferredHolder kept": {
      ...update,
      old: spec({ strategy: other }),
      tweak: spec({ strategy: other }),
    },
    "term: restored when it has expired": { ...create, now: "2026-07-01T08:00:25.124Z" },
  },
  reports: {
    "user: another service account": { ...wish, user, causes },
    "user: a person": { ...wish, user: { username: "jane", groups: ["system:authenticated"] }, causes },
    "user: kube-scheduler": { ...wish, user: { username: "system:kube-scheduler" }, causes },
    "user: the API server's name in another letter case": { ...wish, user: { username: "system:APIserver" }, causes },
    "preferredHolder: set where none was": { ...update, old: without("spec", "preferredHolder"), causes },
    "preferredHolder: set where it was empty": { ...update, old: spec({ preferredHolder: "" }), causes },
    "preferredHolder: set after the term": {
      ...update,
      now: "2026-07-01T09:00:00Z",
      tweak: spec({ preferredHolder: "a" }),
      causes,
    },
    "strategy: of another controller": {
      now,
      user,
      old: spec({ strategy: other }),
      tweak: spec({ strategy: other, preferredHolder: "controller-3" }),
      causes,
    },
    "strategy: of another controller, in a new lease": { ...create, tweak: spec({ strategy: other }), causes },
    "strategy: of another controller, set in the same write": {
      ...update,
      old: spec({ strategy: null, preferredHolder: null }),
      tweak: spec({ strategy: other }),
      causes,
    },
    "strategy: in another letter case": { ...create, tweak: spec({ strategy: "oldestemulationversion" }), causes },
    "strategy: set in the same write": { ...update, old: spec({ strategy: null, preferredHolder: null }), causes },
    "strategy: changed to another one in the same write": {
      ...update,
      tweak: spec({ strategy: other, preferredHolder: "controller-3" }),
      causes,
    },
    "term: not expired at its end, as for kube-apiserver": { ...create, now: "2026-07-01T08:00:25.123Z", causes },
    "term: not expired in a new lease": { ...create, now: "2026-07-01T08:00:25.122Z", causes },
    "term: none in a new lease": { ...create, tweak: spec({ renewTime: null }), causes },
  },
});
