import { rule } from "../../../src/rules/lease-candidate/lease-not-heartbeat.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const causes = [{ type: "FieldValueForbidden", field: "spec.leaseName" }];
const identityLease = "apiserver-wlv32tlttr4jl3gtroqexyxapa";
const within =
  (namespace: string, values: Readonly<Record<string, unknown>> = {}) =>
  (object: Draft): void => {
    metadata({ namespace })(object);
    spec(values)(object);
  };
const update = { operations: ["UPDATE"] } as const;
const create = { operations: ["CREATE"] } as const;
const renewTime = "2026-07-01T08:00:30.000000Z";

testRule(rule, {
  silent: {
    "leaseName: of a component": { tweak: within("kube-system", { leaseName: "kube-scheduler" }), ...create },
    "leaseName: similar to that of an API server": {
      tweak: within("kube-system", { leaseName: "apiserver-network-proxy" }),
      ...create,
    },
    "leaseName: one character too long": {
      tweak: within("kube-system", { leaseName: `${identityLease}a` }),
      ...create,
    },
    "leaseName: of an API server, in another namespace": {
      tweak: within("team-a", { leaseName: identityLease }),
      ...create,
    },
    "pingTime: set in kube-node-lease, as by kube-apiserver": {
      old: within("kube-node-lease"),
      tweak: within("kube-node-lease", { pingTime: renewTime }),
      ...update,
    },
    "namespace: another letter case, which no namespace has": { tweak: within("Kube-Node-Lease"), ...create },
  },
  reports: {
    "namespace: kube-node-lease": { tweak: within("kube-node-lease"), ...create, causes },
    "namespace: kube-node-lease, without a renewTime": {
      tweak: within("kube-node-lease", { renewTime: null }),
      ...create,
      causes,
    },
    "leaseName: of an API server": { tweak: within("kube-system", { leaseName: identityLease }), ...create, causes },
    "renewTime: renewed in kube-node-lease": {
      old: within("kube-node-lease"),
      tweak: within("kube-node-lease", { renewTime }),
      ...update,
      causes,
    },
    "renewTime: renewed for an API server": {
      old: within("kube-system", { leaseName: identityLease }),
      tweak: within("kube-system", { leaseName: identityLease, renewTime }),
      ...update,
      causes,
    },
  },
});
