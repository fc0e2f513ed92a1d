import type { UserInfo } from "../../src/rules/rule.ts";
import type { Draft } from "../harness/objects.ts";

/** One rule of each class is on. The rules of tier api are always on. */
export const policyText = `apiVersion: lease-guard.dev/v1alpha1
kind: Policy
profile: observe
administrators: { users: [root], groups: ["sso:admins"] }
rules:
  lease/lease-duration-positive: { mode: deny }
  lease/strategy-kept: { mode: deny }
  lease/transitions-bounded: { mode: deny }
  lease/duration-at-most-a-day: { mode: warn }
  lease/duration-within-bounds: { mode: deny, parameters: { maxSeconds: 3600 } }
  metadata/labels-required: { mode: warn, parameters: { labels: { team: "*" } } }
  metadata/writer-allowed:
    mode: off
    scopes: [{ match: { names: [guarded] }, mode: deny, parameters: { users: ["system:serviceaccount:team-a:writer"] } }]
  lease-candidate/candidates-allowed: { mode: deny, parameters: { leases: [{ names: [guarded], users: [other] }] } }
exemptions:
  - { rules: [lease/transitions-bounded], match: { users: [exempt] }, reason: a, owner: b, expires: 2999-01-01 }
`;

const authenticated = "system:authenticated";
export const users: Readonly<Record<string, UserInfo>> = {
  "a service account": {
    username: "system:serviceaccount:team-a:writer",
    groups: ["system:serviceaccounts", authenticated],
  },
  "a person": { username: "jane", groups: [authenticated] },
  "a person with an exemption": { username: "exempt", groups: [authenticated] },
  "system:masters": { username: "kubernetes-admin", groups: ["system:masters", authenticated] },
  "system:apiserver": { username: "system:apiserver", groups: [authenticated] },
  "an administrator by name": { username: "root", groups: [authenticated] },
  "an administrator by group": { username: "ann", groups: ["sso:admins", authenticated] },
  "the default group, which the policy replaces": {
    username: "ann",
    groups: ["kubeadm:cluster-admins", authenticated],
  },
  "the break-glass group": { username: "jane", groups: ["lease-guard:break-glass", authenticated] },
};

export type Decision = "allow" | "warn" | "deny";

/** A write that one rule reports, and the decision for each user. */
export interface Case {
  readonly kind: "Lease" | "LeaseCandidate";
  readonly tweak: (object: Draft) => unknown;
  readonly old?: (object: Draft) => unknown;
  /** The decision for all other users. */
  readonly others: Decision;
  readonly except: Readonly<Record<string, Decision>>;
  /** True if kube-apiserver itself denies the write, so that the policies need not. */
  readonly isOfApiServer?: true;
}

const spec = (fields: object) => (object: Draft) => Object.assign(object.spec ?? {}, fields);
const administrators = {
  "system:masters": "allow",
  "system:apiserver": "allow",
  "an administrator by name": "allow",
  "an administrator by group": "allow",
  "the break-glass group": "allow",
} as const;
const breakGlass = { "the break-glass group": "allow" } as const;

export const cases: Readonly<Record<string, Case>> = {
  "tier api": {
    kind: "Lease",
    tweak: spec({ leaseDurationSeconds: 0 }),
    others: "deny",
    except: {},
    isOfApiServer: true,
  },
  "tier protocol, about the writer": {
    kind: "Lease",
    old: spec({ strategy: "example.com/a" }),
    tweak: spec({ strategy: "example.com/b" }),
    others: "deny",
    except: administrators,
  },
  "tier protocol, about the object, denies": {
    kind: "Lease",
    tweak: spec({ leaseTransitions: 2_000_000_000 }),
    others: "deny",
    except: { ...breakGlass, "a person with an exemption": "allow" },
  },
  "tier protocol, about the object, warns": {
    kind: "Lease",
    tweak: (object) => Object.assign(object.metadata, { labels: {} }),
    others: "warn",
    except: breakGlass,
  },
  "tier policy, about the object": {
    kind: "Lease",
    tweak: spec({ leaseDurationSeconds: 3601 }),
    others: "deny",
    except: breakGlass,
  },
  "tier policy, with a list of writers": {
    kind: "Lease",
    tweak: (object) => Object.assign(object.metadata, { name: "guarded" }),
    others: "deny",
    except: { ...breakGlass, "a service account": "allow" },
  },
  "tier policy, about candidates": {
    kind: "LeaseCandidate",
    tweak: spec({ leaseName: "guarded" }),
    others: "deny",
    except: administrators,
  },
};
