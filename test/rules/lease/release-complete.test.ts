import { rule } from "../../../src/rules/lease/release-complete.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const person = { username: "jane", groups: ["system:authenticated"] };
const old = spec({ leaseDurationSeconds: 3600 });
const release = (values: Readonly<Record<string, unknown>> = {}) =>
  spec({ holderIdentity: "", leaseDurationSeconds: 3600, ...values });
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "release: a duration of 1 from a renewTime ahead, which another rule reports": {
      now,
      old,
      tweak: release({ leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:17.000001Z" }),
    },
    "release: client-go's": {
      now,
      old,
      tweak: release({
        leaseDurationSeconds: 1,
        acquireTime: "2026-07-01T08:00:12.000000Z",
        renewTime: "2026-07-01T08:00:12.000000Z",
      }),
    },
    "release: the usual duration kept": { now, tweak: spec({ holderIdentity: "" }) },
    "release: 15 minutes kept, as cloud-provider-azure does": {
      now,
      old: spec({ leaseDurationSeconds: 900 }),
      tweak: release({ leaseDurationSeconds: 900, renewTime: "2026-07-01T08:00:12.000000Z" }),
    },
    "release: renewTime null": { now, old, tweak: release({ holderIdentity: null, renewTime: null }) },
    "release: duration absent": { now, old, tweak: release({ holderIdentity: null, leaseDurationSeconds: null }) },
    "release: everything null": {
      now,
      old,
      tweak: spec({ holderIdentity: null, leaseDurationSeconds: null, acquireTime: null, renewTime: null }),
    },
    "release: dated back": { now, old, tweak: release({ renewTime: "0001-01-01T00:00:00.000000Z" }) },
    "release: holder only, when the term is as good as over": {
      now: "2026-07-01T09:00:04.124Z",
      old,
      tweak: release(),
    },
    "release: by a person, which term-kept-by-persons reports": { now, old, user: person, tweak: release() },
    "holder: kept": { now, tweak: spec({ leaseDurationSeconds: 3600 }) },
    "holder: another": { now, tweak: spec({ holderIdentity: "controller-2", leaseDurationSeconds: 3600 }) },
    "holder: empty before": {
      now,
      old: spec({ holderIdentity: "" }),
      tweak: spec({ holderIdentity: null, leaseDurationSeconds: 3600 }),
    },
    "holder: null before": {
      now,
      old: spec({ holderIdentity: null }),
      tweak: spec({ holderIdentity: "", leaseDurationSeconds: 3600 }),
    },
  },
  reports: {
    "release: holder only": { now, old, tweak: release(), causes },
    "release: holder only, with null": { now, old, tweak: release({ holderIdentity: null }), causes },
    "release: a duration of 15 minutes and a second": {
      now,
      old: spec({ leaseDurationSeconds: 901 }),
      tweak: release({ leaseDurationSeconds: 901 }),
      causes,
    },
    "release: by an administrator": {
      now,
      old,
      user: { username: "kubernetes-admin", groups: ["kubeadm:cluster-admins"] },
      tweak: release(),
      causes,
    },
    "release: by a service account": {
      now,
      old,
      user: { username: "system:serviceaccount:team-a:controller", groups: [] },
      tweak: release(),
      causes,
    },
    "release: by a person, of a lease that is not held for sure": {
      now,
      user: person,
      old: spec({ leaseDurationSeconds: 6 }),
      tweak: release(),
      causes,
    },
    "release: by a person's program that renews": {
      now,
      old,
      user: person,
      tweak: release({ renewTime: "2026-07-01T08:00:12.000000Z" }),
      causes,
    },
    "release: a moment before the term is as good as over": {
      now: "2026-07-01T09:00:04.123Z",
      old,
      tweak: release(),
      causes,
    },
    "release: the longest duration": { now, tweak: release({ leaseDurationSeconds: 2_147_483_647 }), causes },
    "release: renewTime ahead in an offset that makes it look past": {
      now,
      old,
      tweak: release({ renewTime: "2026-07-01T07:00:12.000000-02:00", strategy: null, preferredHolder: null }),
      causes,
    },
  },
});
