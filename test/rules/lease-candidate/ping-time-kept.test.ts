import { rule } from "../../../src/rules/lease-candidate/ping-time-kept.ts";
import { byPod } from "../../harness/by-pod.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const user = { username: "system:serviceaccount:team-a:controller", groups: ["system:authenticated"] };
const pinged = spec({ pingTime: "2026-07-01T08:00:50.000000Z" });
const renewTime = "2026-07-01T08:00:51.000000Z";
const causes = [{ type: "FieldValueForbidden", field: "spec.pingTime" }];

testRule(rule, {
  silent: {
    "pingTime: kept by the renewal that answers it": {
      user,
      old: pinged,
      tweak: spec({ pingTime: "2026-07-01T08:00:50.000000Z", renewTime }),
    },
    "pingTime: dropped by the renewal that answers it": {
      user,
      old: pinged,
      tweak: spec({ pingTime: null, renewTime }),
    },
    "pingTime: dropped by a renewal, from a clock that is behind": {
      user,
      old: pinged,
      tweak: spec({ pingTime: null, renewTime: "2026-07-01T08:00:47.000000Z" }),
    },
    "pingTime: removed with renewTime, which another rule reports": {
      user,
      old: pinged,
      tweak: spec({ pingTime: null, renewTime: null }),
    },
    "pingTime: removed where renewTime is missing, which is the repair": {
      user,
      old: without("spec", "renewTime"),
      tweak: spec({ pingTime: null, renewTime: null }),
    },
    "pingTime: another, which another rule reports": { user, tweak: pinged },
    "pingTime: none, before and after": { user, old: spec({ pingTime: null }), tweak: without("spec", "pingTime") },
    "pingTime: kept by a label": { user, tweak: metadata({ labels: null }) },
    "user: kube-apiserver": { user: { username: "system:apiserver" }, tweak: spec({ pingTime: null }) },
    "user: of kubeadm's administrators": {
      user: { username: "jane", groups: ["kubeadm:cluster-admins"] },
      tweak: spec({ pingTime: null }),
    },
    "user: unknown": { tweak: spec({ pingTime: null }) },
  },
  reports: {
    "pingTime: removed before the answer": { user, old: pinged, tweak: spec({ pingTime: null }), causes },
    "pingTime: absent before the answer": { user, old: pinged, tweak: without("spec", "pingTime"), causes },
    "pingTime: removed after the answer": { user, tweak: spec({ pingTime: null }), causes },
    "pingTime: removed by a pod": { user: byPod("cleaner"), old: pinged, tweak: spec({ pingTime: null }), causes },
    "pingTime: removed, the same renewTime in another zone": {
      user,
      old: pinged,
      tweak: spec({ pingTime: null, renewTime: "2026-07-01T10:00:01.000000+02:00" }),
      causes,
    },
    "pingTime: removed among other changes": {
      user,
      old: pinged,
      tweak: spec({ pingTime: null, emulationVersion: "1.36.0" }),
      causes,
    },
  },
});
