import { rule } from "../../../src/rules/lease/release-complete.ts";
import { testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:12Z";
const person = { username: "jane", groups: ["system:authenticated"] };
const causes = [{ type: "FieldValueInvalid", field: "spec.leaseDurationSeconds" }];

testRule(rule, {
  silent: {
    "release: a duration of 1 from a renewTime ahead, which another rule reports": {
      now,
      tweak: spec({ holderIdentity: "", leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:17.000001Z" }),
    },
    "release: client-go's": {
      now,
      tweak: spec({
        holderIdentity: "",
        leaseDurationSeconds: 1,
        acquireTime: "2026-07-01T08:00:12.000000Z",
        renewTime: "2026-07-01T08:00:12.000000Z",
      }),
    },
    "release: by a clock ahead by the allowance": {
      now,
      tweak: spec({ holderIdentity: "", leaseDurationSeconds: 1, renewTime: "2026-07-01T08:00:17.000000Z" }),
    },
    "release: renewTime null": { now, tweak: spec({ holderIdentity: null, renewTime: null }) },
    "release: duration absent": { now, tweak: spec({ holderIdentity: null, leaseDurationSeconds: null }) },
    "release: everything null": {
      now,
      tweak: spec({ holderIdentity: null, leaseDurationSeconds: null, acquireTime: null, renewTime: null }),
    },
    "release: dated back": { now, tweak: spec({ holderIdentity: "", renewTime: "0001-01-01T00:00:00.000000Z" }) },
    "release: holder only, when the term is as good as over": {
      now: "2026-07-01T08:00:19.124Z",
      tweak: spec({ holderIdentity: "" }),
    },
    "release: by a person, which term-kept-by-persons reports": {
      now,
      user: person,
      tweak: spec({ holderIdentity: "" }),
    },
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
    "release: holder only": { now, tweak: spec({ holderIdentity: "" }), causes },
    "release: holder only, with null": { now, tweak: spec({ holderIdentity: null }), causes },
    "release: holder only, absent": { now, tweak: without("spec", "holderIdentity"), causes },
    "release: by an administrator": {
      now,
      user: { username: "kubernetes-admin", groups: ["kubeadm:cluster-admins"] },
      tweak: spec({ holderIdentity: "" }),
      causes,
    },
    "release: by a service account": {
      now,
      user: { username: "system:serviceaccount:team-a:controller", groups: [] },
      tweak: spec({ holderIdentity: "" }),
      causes,
    },
    "release: by a person, of a lease that is not held for sure": {
      now,
      user: person,
      old: spec({ leaseDurationSeconds: 6 }),
      tweak: spec({ holderIdentity: "", leaseDurationSeconds: 60 }),
      causes,
    },
    "release: by a person's program that renews": {
      now,
      user: person,
      tweak: spec({ holderIdentity: "", renewTime: "2026-07-01T08:00:12.000000Z" }),
      causes,
    },
    "release: a moment before the term is as good as over": {
      now: "2026-07-01T08:00:19.123Z",
      tweak: spec({ holderIdentity: "" }),
      causes,
    },
    "release: the longest duration": {
      now,
      tweak: spec({ holderIdentity: "", leaseDurationSeconds: 2_147_483_647 }),
      causes,
    },
    "release: renewTime ahead in an offset that makes it look past": {
      now,
      tweak: spec({
        holderIdentity: "",
        renewTime: "2026-07-01T07:00:12.000000-02:00",
        strategy: null,
        preferredHolder: null,
      }),
      causes,
    },
  },
});
