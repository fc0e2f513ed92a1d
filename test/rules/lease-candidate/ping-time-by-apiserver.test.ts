import { rule } from "../../../src/rules/lease-candidate/ping-time-by-apiserver.ts";
import { type Row, testRule } from "../../harness/rule-table.ts";
import { spec, without } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueForbidden", field: "spec.pingTime" }];
const otherClient = { username: "system:serviceaccount:team-a:controller", groups: ["system:authenticated"] };
const ping: Row = { tweak: spec({ pingTime: "2026-07-01T08:00:30.000000Z" }) };

testRule(rule, {
  silent: {
    "user: kube-apiserver": { ...ping, user: { username: "system:apiserver" } },
    "user: of kubeadm's administrators": { ...ping, user: { username: "jane", groups: ["kubeadm:cluster-admins"] } },
    "user: of the break-glass group": { ...ping, user: { username: "kubernetes-admin", groups: ["system:masters"] } },
    "user: unknown": ping,
    "pingTime: absent": { tweak: without("spec", "pingTime"), user: otherClient },
    "pingTime: null": { tweak: spec({ pingTime: null }), user: otherClient },
    "spec: null": { tweak: (object) => Object.assign(object, { spec: null }), user: otherClient },
    "pingTime: kept at a renewal": {
      tweak: spec({ renewTime: "2026-07-01T08:00:30.000000Z" }),
      operations: ["UPDATE"],
      user: otherClient,
    },
    "pingTime: the same instant in another zone": {
      tweak: spec({ pingTime: "2026-07-01T10:00:00.000000+02:00" }),
      operations: ["UPDATE"],
      user: otherClient,
    },
  },
  reports: {
    "user: another client": { ...ping, user: otherClient, causes },
    "user: the candidate's owner": { ...ping, user: { username: "system:kube-scheduler" }, causes },
    "user: the API server's name in another letter case": { ...ping, user: { username: "system:APIserver" }, causes },
    "user: the API server's name and a blank": { ...ping, user: { username: "system:apiserver " }, causes },
    "pingTime: in a new candidate": { operations: ["CREATE"], user: otherClient, causes },
    "pingTime: in a new candidate, without renewTime": {
      tweak: spec({ renewTime: null }),
      operations: ["CREATE"],
      user: otherClient,
      causes,
    },
    "pingTime: set after it was absent": {
      old: spec({ pingTime: null }),
      operations: ["UPDATE"],
      user: otherClient,
      causes,
    },
    "pingTime: a microsecond later": {
      tweak: spec({ pingTime: "2026-07-01T08:00:00.000001Z" }),
      operations: ["UPDATE"],
      user: otherClient,
      causes,
    },
    "pingTime: earlier": {
      tweak: spec({ pingTime: "2026-07-01T07:59:59.999999Z" }),
      operations: ["UPDATE"],
      user: otherClient,
      causes,
    },
    "pingTime: among other changes": {
      tweak: spec({
        pingTime: "2026-07-01T08:00:30.000000Z",
        renewTime: "2026-07-01T08:00:30.000000Z",
        binaryVersion: "1.37.0",
      }),
      user: otherClient,
      causes,
    },
  },
});
