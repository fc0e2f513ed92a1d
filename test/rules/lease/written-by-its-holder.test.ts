import { rule } from "../../../src/rules/lease/written-by-its-holder.ts";
import { byPod } from "../../harness/by-pod.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";
import { startedTerms } from "./started-terms.ts";

const now = "2026-07-01T08:00:12Z";
const user = byPod("controller-0");
const renewTime = "2026-07-01T08:00:12.000000Z";
const expired = spec({ renewTime: "2026-07-01T07:00:00.000000Z" });
const releaseSpec = { holderIdentity: "", leaseDurationSeconds: 1, renewTime };
const update = { now, user, operations: ["UPDATE"] } as const;
const create = { now, user, operations: ["CREATE"] } as const;
const deletion = { now, user, operations: ["DELETE"] } as const;
const deleted = [{ type: "FieldValueForbidden", field: "metadata.name" }];
const written = [{ type: "FieldValueForbidden", field: "spec" }];
const started = [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }];

testRule(rule, {
  silent: {
    "deletion: by the pod of the holder": { ...deletion, user: byPod("controller-1") },
    "deletion: by the node of the holder, on the host's network": {
      ...deletion,
      user: byPod("controller-0", "controller-1"),
    },
    "deletion: of a lease whose holder names no pod": { ...deletion, old: spec({ holderIdentity: "green" }) },
    "deletion: of a released lease": { ...deletion, old: spec({ holderIdentity: "" }) },
    "deletion: of a lease without a spec": { ...deletion, old: (object) => Object.assign(object, { spec: null }) },
    "deletion: expired": { ...deletion, now: "2026-07-01T08:00:25.000Z" },
    "deletion: by a token without a pod": {
      ...deletion,
      user: { username: "system:serviceaccount:team-a:controller", groups: [] },
    },
    "deletion: by the garbage collector": {
      ...deletion,
      user: { username: "system:serviceaccount:kube-system:generic-garbage-collector", groups: [] },
    },
    "deletion: of the lease of a node": { ...deletion, old: metadata({ namespace: "kube-node-lease" }) },
    "holder: renewed by its pod": { now, user: byPod("controller-1"), tweak: spec({ renewTime }) },
    "holder: released by its pod": { ...update, user: byPod("controller-1"), tweak: spec(releaseSpec) },
    "holder: released by its node, on the host's network": {
      ...update,
      user: byPod("controller-0", "controller-1"),
      tweak: spec(releaseSpec),
    },
    "holder: another, which holder-kept-until-expiry reports": {
      ...update,
      tweak: spec({ holderIdentity: "controller-0", renewTime }),
    },
    "holder: a third pod, which holder-kept-until-expiry reports": {
      ...update,
      tweak: spec({ holderIdentity: "controller-7", renewTime }),
    },
    "holder: free identities": {
      ...update,
      old: spec({ holderIdentity: "green" }),
      tweak: spec({ ...releaseSpec, holderIdentity: "green" }),
    },
    "holder: released by an unknown user": { now, operations: ["UPDATE"], tweak: spec(releaseSpec) },
    "holder: released by a token without a pod": {
      ...update,
      user: { username: "system:serviceaccount:team-a:controller", groups: [] },
      tweak: spec(releaseSpec),
    },
    "holder: acquired by its pod": {
      ...update,
      old: expired,
      tweak: spec({ holderIdentity: "controller-0", renewTime }),
    },
    "term: expired": {
      ...update,
      now: "2026-07-01T08:00:25.000Z",
      tweak: spec({ holderIdentity: "", renewTime: null }),
    },
    "term: expired except for the allowance, taken over for itself": {
      ...update,
      now: "2026-07-01T08:00:20.000Z",
      tweak: spec({ holderIdentity: "controller-0", renewTime: "2026-07-01T08:00:20.000000Z" }),
    },
    "term: expired, released by a sibling": { ...update, old: expired, tweak: spec(releaseSpec) },
    "term: expired, with the holder removed by a sibling": {
      ...update,
      old: expired,
      tweak: spec({ holderIdentity: null }),
    },
    "term: expired, taken over by the writer": {
      ...update,
      old: expired,
      tweak: spec({ holderIdentity: "controller-0", renewTime: "2026-07-01T08:00:02.900000Z" }),
    },
    "term: expired, kept by the pod of the holder": {
      ...update,
      user: byPod("controller-1"),
      old: expired,
      tweak: spec({ renewTime: "2026-07-01T08:00:02.900000Z", leaseTransitions: 7 }),
    },
    "term: not started for a sibling, because there is no duration": {
      ...update,
      old: spec({ holderIdentity: "" }),
      tweak: spec({ leaseDurationSeconds: null, renewTime }),
    },
    "term: of the allowance, started for a sibling and not held": {
      ...update,
      old: spec({ holderIdentity: "" }),
      tweak: spec({ leaseDurationSeconds: 5, renewTime }),
    },
    "term: expired, of a holder that is no pod": {
      ...update,
      old: (object) => {
        expired(object);
        spec({ holderIdentity: "green" })(object);
      },
      tweak: spec({ holderIdentity: "green", renewTime }),
    },
    "term: expired, renewed by an unknown user": {
      now,
      operations: ["UPDATE"],
      old: expired,
      tweak: spec({ renewTime }),
    },
    "term: restored long after its end": { ...create, tweak: expired },
    "term: of a clock that is certainly wrong": {
      ...create,
      tweak: spec({ renewTime: "2026-07-01T09:00:00.000000Z" }),
    },
    "term: in the future, by the pod itself": {
      ...update,
      old: expired,
      tweak: spec({ holderIdentity: "controller-0", renewTime: "2094-01-01T00:00:00.000000Z" }),
    },
    "spec: unchanged, as by a label": { ...update, tweak: metadata({ labels: { a: "b" } }) },
    "spec: unchanged, in another form": { ...update, tweak: spec({ acquireTime: "2026-07-01T08:00:00.000000Z" }) },
    "namespace: kube-node-lease": {
      ...update,
      old: metadata({ namespace: "kube-node-lease" }),
      tweak: (object) => {
        metadata({ namespace: "kube-node-lease" })(object);
        spec(releaseSpec)(object);
      },
    },
  },
  reports: {
    "deletion: by a sibling": { ...deletion, causes: deleted },
    "deletion: by a sibling, in the last moment of the term": {
      ...deletion,
      now: "2026-07-01T08:00:24.999Z",
      causes: deleted,
    },
    "deletion: by a pod of another workload": {
      ...deletion,
      user: byPod("cleaner"),
      old: spec({ holderIdentity: "controller-7d9f6c8b5d-x2vzk" }),
      causes: deleted,
    },
    "deletion: by the preferred holder": {
      ...deletion,
      old: spec({ preferredHolder: "controller-0" }),
      causes: deleted,
    },
    ...startedTerms,
    "holder: emptied by a sibling": { ...update, tweak: spec(releaseSpec), causes: written },
    "holder: emptied by a sibling with a cut name": {
      ...update,
      user: byPod(`${"a".repeat(47)}-7d9f6c8b5dbcdfg`),
      old: spec({ holderIdentity: `${"a".repeat(47)}-7d9f6c8b5dx2vzk` }),
      tweak: spec(releaseSpec),
      causes: written,
    },
    "holder: emptied by a sibling with a dot in its name": {
      ...update,
      user: byPod("web.v2-7d9f6c8b5d-bcdfg"),
      old: spec({ holderIdentity: "web.v2-7d9f6c8b5d-x2vzk" }),
      tweak: spec(releaseSpec),
      causes: written,
    },
    "holder: removed by a sibling": { ...update, tweak: spec({ holderIdentity: null }), causes: written },
    "holder: emptied in the last moment of the term": {
      ...update,
      now: "2026-07-01T08:00:19.999Z",
      tweak: spec(releaseSpec),
      causes: written,
    },
    "holder: emptied by a pod of another workload": {
      ...update,
      user: byPod("cleaner"),
      old: spec({ holderIdentity: "controller-7d9f6c8b5d-x2vzk" }),
      tweak: spec(releaseSpec),
      causes: written,
    },
    "holder: emptied while only the allowance remains": {
      ...update,
      now: "2026-07-01T08:00:24.999Z",
      tweak: spec(releaseSpec),
      causes: written,
    },
    "holder: a third pod, while only the allowance remains": {
      ...update,
      now: "2026-07-01T08:00:24.000Z",
      tweak: spec({ holderIdentity: "controller-7", renewTime: "2026-07-01T07:00:00.000000Z" }),
      causes: [{ type: "FieldValueInvalid", field: "spec.holderIdentity" }],
    },
    "holder: emptied in a term as long as the allowance": {
      ...update,
      old: spec({ leaseDurationSeconds: 5 }),
      tweak: spec(releaseSpec),
      causes: written,
    },
    "leaseDurationSeconds: shortened by a sibling": {
      ...update,
      tweak: spec({ leaseDurationSeconds: 1 }),
      causes: written,
    },
    "leaseDurationSeconds: dropped by a sibling": {
      ...update,
      tweak: spec({ leaseDurationSeconds: null }),
      causes: written,
    },
    "renewTime: put back by a sibling": {
      ...update,
      tweak: spec({ renewTime: "2026-07-01T08:00:00.000000Z" }),
      causes: written,
    },
    "renewTime: put ahead by a sibling": {
      ...update,
      tweak: spec({ renewTime: "2026-07-01T09:00:00.000000Z" }),
      causes: written,
    },
    "renewTime: renewed by a sibling": { ...update, tweak: spec({ renewTime }), causes: written },
    "spec: emptied by a sibling": {
      ...update,
      tweak: (object) => {
        object.spec = {};
      },
      causes: written,
    },
    "preferredHolder: the writer, which releases": {
      ...update,
      old: spec({ preferredHolder: "controller-0" }),
      tweak: spec(releaseSpec),
      causes: written,
    },
    "preferredHolder: the writer, which renews": {
      ...update,
      old: spec({ preferredHolder: "controller-0" }),
      tweak: spec({ renewTime }),
      causes: written,
    },
    "preferredHolder: set by a sibling, to itself": {
      ...update,
      tweak: spec({ preferredHolder: "controller-0" }),
      causes: written,
    },
    "strategy: set by a sibling": { ...update, old: spec({ strategy: null, preferredHolder: null }), causes: written },
    "holder: a sibling, in a create": { ...create, causes: started },
    "holder: a sibling, in the last moment of the term": {
      ...create,
      now: "2026-07-01T08:00:19.999Z",
      causes: started,
    },
    "holder: a sibling, after a release": {
      ...update,
      old: spec({ holderIdentity: "" }),
      tweak: spec({ renewTime }),
      causes: started,
    },
    "holder: a sibling, after the term of a third": {
      ...update,
      old: (object) => {
        expired(object);
        spec({ holderIdentity: "controller-7" })(object);
      },
      causes: started,
    },
    "holder: a sibling, whose expired lease it renews": {
      ...update,
      old: expired,
      tweak: spec({ renewTime }),
      causes: written,
    },
  },
});
