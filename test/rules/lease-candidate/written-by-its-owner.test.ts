import { rule } from "../../../src/rules/lease-candidate/written-by-its-owner.ts";
import { byPod } from "../../harness/by-pod.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec, without } from "../../harness/tweaks.ts";

const now = "2026-07-01T08:00:30.000Z";
const user = byPod("controller-0");
const renewTime = "2026-07-01T08:00:30.000000Z";
const pingTime = "2026-07-01T08:00:29.000000Z";

/**
 * Returns a tweak that makes an object a LeaseCandidate of controller-1 with these values.
 * controller-1 is another pod of the StatefulSet of the writer.
 */
const owned =
  (values: Readonly<Record<string, unknown>> = {}, name = "controller-1_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c") =>
  (object: Draft): void => {
    metadata({ name })(object);
    spec(values)(object);
  };
const old = owned();
const update = { now, user, old, operations: ["UPDATE"] } as const;
const create = { now, user, operations: ["CREATE"] } as const;
const expired = { ...update, now: "2026-07-01T08:29:56.000Z" };
const renewedThen = { renewTime: "2026-07-01T08:29:56.000000Z" };
const deletion = { now, user, old, operations: ["DELETE"] } as const;
const deleted = [{ type: "FieldValueForbidden", field: "metadata.name" }];
const changed = [{ type: "FieldValueForbidden", field: "spec" }];
const named = [{ type: "FieldValueInvalid", field: "metadata.name" }];

testRule(rule, {
  silent: {
    "deletion: by its pod": { ...deletion, user: byPod("controller-1") },
    "deletion: by the node of the pod, on the host's network": {
      ...deletion,
      user: byPod("controller-0", "controller-1"),
    },
    "deletion: of a candidate whose name says nothing of a pod": { ...deletion, old: owned({}, "green_8a7f3b9c-1d2e") },
    "deletion: by the garbage collector": {
      ...deletion,
      user: { username: "system:serviceaccount:kube-system:generic-garbage-collector", groups: [] },
    },
    "deletion: by an unknown user": { now, old, operations: ["DELETE"] },
    "deletion: expired except for the allowance": { ...deletion, now: "2026-07-01T08:29:56.000Z" },
    "deletion: of a candidate that was never renewed": { ...deletion, old: owned({ renewTime: null }) },
    "name: the pod, which renews": { ...update, user: byPod("controller-1"), tweak: owned({ renewTime }) },
    "name: the pod, which creates": { ...create, user: byPod("controller-1"), tweak: owned({ renewTime }) },
    "name: the node of the pod, on the host's network": {
      ...update,
      user: byPod("controller-0", "controller-1"),
      tweak: owned({ renewTime }),
    },
    "name: a UUID": { ...update, old: owned({}, "8a7f3b9c-1d2e"), tweak: owned({ strategy: "a/b" }, "8a7f3b9c-1d2e") },
    "name: a host with a name of its own": { ...create, tweak: owned({ renewTime }, "green_8a7f3b9c-1d2e") },
    "name: empty, for another rule to report": {
      ...create,
      tweak: owned({ renewTime, generateName: "controller-" }, ""),
    },
    "user: unknown": { now, old, operations: ["UPDATE"], tweak: owned({ renewTime }) },
    "user: a token without a pod": {
      ...update,
      user: { username: "system:serviceaccount:team-a:controller", groups: [] },
      tweak: owned({ renewTime }),
    },
    "user: kube-apiserver, which pings": {
      ...update,
      user: { username: "system:apiserver", groups: ["system:masters"] },
      tweak: owned({ pingTime }),
    },
    "pingTime: set, which ping-time-by-apiserver reports": { ...update, tweak: owned({ pingTime }) },
    "pingTime: set after it was absent, which ping-time-by-apiserver reports": {
      ...update,
      old: owned({ pingTime: null }),
      tweak: owned({ pingTime }),
    },
    "spec: unchanged, as by a label": {
      ...update,
      tweak: (object) => {
        owned()(object);
        metadata({ labels: { a: "b" } })(object);
      },
    },
    "renewTime: expired except for the allowance, and kept": {
      ...expired,
      tweak: owned({ emulationVersion: "1.34.0" }),
    },
    "renewTime: restored a minute, the allowance and a millisecond after it": {
      ...create,
      tweak: owned({ renewTime: "2026-07-01T07:59:24.999000Z" }),
    },
    "renewTime: none, before and after": {
      ...update,
      old: owned({ renewTime: null }),
      tweak: owned({ renewTime: null, pingTime: null }),
    },
  },
  reports: {
    "deletion: by a sibling": { ...deletion, causes: deleted },
    "deletion: by a sibling, in the last moment": { ...deletion, now: "2026-07-01T08:29:55.999Z", causes: deleted },
    "deletion: by a pod of another workload": {
      ...deletion,
      user: byPod("cleaner"),
      old: owned({}, "controller-7d9f6c8b5d-x2vzk"),
      causes: deleted,
    },
    "renewTime: renewed by a sibling": { ...update, tweak: owned({ renewTime }), causes: changed },
    "renewTime: put back by a sibling": {
      ...update,
      tweak: owned({ renewTime: "2026-07-01T07:00:00.000000Z" }),
      causes: changed,
    },
    "renewTime: removed by a sibling": { ...update, tweak: owned({ renewTime: null }), causes: changed },
    "pingTime: removed by a sibling": { ...update, tweak: owned({ pingTime: null }), causes: changed },
    "pingTime: set by a sibling, among other changes": {
      ...update,
      tweak: owned({ pingTime, renewTime }),
      causes: changed,
    },
    "strategy: changed by a sibling": {
      ...update,
      tweak: owned({ strategy: "a/b", preferredStrategies: ["a/b"] }),
      causes: changed,
    },
    "emulationVersion: changed in the last moment": {
      ...update,
      now: "2026-07-01T08:29:55.999Z",
      tweak: owned({ emulationVersion: "1.34.0" }),
      causes: changed,
    },
    "emulationVersion: changed by a pod of another workload": {
      ...update,
      user: byPod("cleaner"),
      old: owned({}, "controller-7d9f6c8b5d-x2vzk"),
      tweak: owned({ emulationVersion: "1.34.0" }, "controller-7d9f6c8b5d-x2vzk"),
      causes: changed,
    },
    "spec: emptied by a sibling": {
      ...update,
      tweak: (object) => {
        old(object);
        without("spec", "renewTime")(object);
        without("spec", "pingTime")(object);
        without("spec", "emulationVersion")(object);
      },
      causes: changed,
    },
    "name: a sibling, in a create": { ...create, tweak: owned({ renewTime }), causes: named },
    "name: a sibling, in a create a minute and the allowance ago": {
      ...create,
      tweak: owned({ renewTime: "2026-07-01T07:59:25.000000Z" }),
      causes: named,
    },
    "name: a sibling, in a create in the future": {
      ...create,
      tweak: owned({ renewTime: "2027-07-01T08:00:00.000000Z" }),
      causes: named,
    },
    "name: a sibling, whose expired candidate it renews": { ...expired, tweak: owned(renewedThen), causes: named },
    "name: a sibling, whose candidate without renewTime it renews": {
      ...update,
      old: owned({ renewTime: null }),
      tweak: owned({ renewTime }),
      causes: named,
    },
  },
});
