import type { Command } from "commander";
import { createProgram } from "../../src/cli/program.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";

const createdLongAgo = 'creationTimestamp: "2026-06-01T08:00:00Z"';

const lease = rowOf("v1", "Lease");
const review = reviewOf(lease, {
  operation: "CREATE",
  object: tweaked(lease, ({ spec }) => Object.assign(spec, { leaseDurationSeconds: 0 })),
  oldObject: null,
});

/** The files of the runs. Some contain only findings that fail with `--fail-on`. */
export const files: Readonly<Record<string, string>> = {
  "warned/lease.yaml": `apiVersion: coordination.k8s.io/v1beta1
kind: LeaseCandidate
metadata: { namespace: team-a, name: a }
spec:
  leaseName: Bad_Name
  binaryVersion: 1.36.0
  emulationVersion: 1.36.0
  strategy: OldestEmulationVersion
  renewTime: 2026-07-01T08:00:00.000000Z
`,
  "denied/lease.yaml": `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: { namespace: team-a, name: a }
spec: { leaseDurationSeconds: 0 }
`,
  "broken/lease.yaml": "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: [\n",
  "cluster.yaml": `apiVersion: v1
kind: List
items:
  - apiVersion: coordination.k8s.io/v1
    kind: Lease
    metadata: { namespace: kube-node-lease, name: worker-9, uid: "9", resourceVersion: "7", ${createdLongAgo} }
    spec: { holderIdentity: worker-9, leaseDurationSeconds: 40, renewTime: "2026-06-25T13:06:40.000000Z" }
  - { apiVersion: v1, kind: Pod, metadata: { namespace: team-a, name: web-0 } }
  - { apiVersion: v1, kind: Node, metadata: { name: worker-1 } }
`,
  "elections.yaml": `apiVersion: v1
kind: List
items:
  - apiVersion: coordination.k8s.io/v1
    kind: Lease
    metadata: { namespace: team-a, name: web, uid: "1", resourceVersion: "7", ${createdLongAgo} }
    spec: { holderIdentity: web-0, leaseDurationSeconds: 15, renewTime: "2026-07-01T05:30:00.000000Z" }
  - { apiVersion: v1, kind: Pod, metadata: { namespace: team-a, name: web-0 } }
  - { apiVersion: v1, kind: Node, metadata: { name: worker-1 } }
`,
  "permissions.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: { namespace: team-a, name: cluster-autoscaler }
spec:
  template:
    spec:
      containers:
        - name: main
          image: registry.k8s.io/autoscaling/cluster-autoscaler:v1.34.0
          command: [./cluster-autoscaler, --namespace=team-a]
`,
  // The first object exceeds the limits of a review, so that the audit cannot read it.
  "large.json": JSON.stringify({
    apiVersion: "v1",
    kind: "List",
    items: ["a".repeat(9_000_000), "a"].map((value, index) => ({
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { namespace: "team-a", name: `lease-${index}`, annotations: { value } },
      spec: {},
    })),
  }),
  "webhooks.yaml": `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: { name: slow }
webhooks:
  - name: slow.example.com
    failurePolicy: Ignore
    timeoutSeconds: 20
    namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: team-a } }
    rules: [{ apiGroups: [coordination.k8s.io], apiVersions: [v1], resources: [leases], operations: [UPDATE] }]
    clientConfig: { url: "https://example.com/" }
`,
  "policy.yaml": "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n",
  "warned-policy.yaml": `apiVersion: lease-guard.dev/v1alpha1
kind: Policy
exemptions:
  - rules: [lease/lease-duration-positive]
    match: { namespaces: [team-a] }
    owner: sre@example.com
    reason: migration
    expires: 2020-01-01
`,
  "suite.yaml": `apiVersion: test.lease-guard.dev/v1alpha1
kind: Suite
policy: policy.yaml
now: 2026-07-01T08:00:05Z
cases:
  - name: a lease without a duration
    object:
      apiVersion: coordination.k8s.io/v1
      kind: Lease
      metadata: { namespace: team-a, name: a }
      spec: { leaseDurationSeconds: 0 }
    expect: allowed
`,
  "reviews.jsonl": new TextDecoder().decode(review),
};

/** The arguments of a run, and what each report of a failed run must name. */
export interface ReportRun {
  readonly args: readonly string[];
  readonly code: 0 | 1 | 2;
  readonly names?: string;
}

const access = ["access", "-f", "permissions.yaml"];
const elections = ["elections", "-f", "elections.yaml", "--now", "2026-07-01T08:00:00Z"];
const audit = ["audit", "-f", "cluster.yaml", "--now", "2026-07-01T08:00:00Z"];
const doctor = ["doctor", "--preflight", "-f", "webhooks.yaml", "--now", "2026-07-01T08:00:00Z"];
const simulate = ["simulate", "policy.yaml", "reviews.jsonl"];
const check = ["check", "--now", "2026-07-01T08:00:00Z"];

/** The runs of each command that prints reports, by the words of the command. */
export const reportRuns: Readonly<Record<string, readonly ReportRun[]>> = {
  check: [
    { args: [...check, "warned"], code: 0 },
    { args: [...check, "warned", "--fail-on", "warn"], code: 1, names: "lease-candidate/lease-name-valid" },
    { args: [...check, "denied"], code: 1, names: "lease/lease-duration-positive" },
    { args: [...check, "warned", "broken/lease.yaml"], code: 2 },
  ],
  elections: [
    { args: elections, code: 1, names: "web-0" },
    { args: [...elections, "--fail-on", "never"], code: 0, names: "web-0" },
    { args: ["elections", "-f", "large.json", "--now", "2026-07-01T08:00:00Z"], code: 2 },
  ],
  access: [
    { args: access, code: 0 },
    { args: [...access, "-f", "large.json"], code: 2 },
  ],
  audit: [
    { args: audit, code: 0 },
    { args: [...audit, "--fail-on", "warning"], code: 1, names: "audit/node-lease-orphaned" },
    { args: [...audit, "--fail-on", "info"], code: 1, names: "audit/node-lease-orphaned" },
    { args: [...audit, "--fail-on", "never"], code: 0 },
    { args: ["audit", "-f", "large.json", "--now", "2026-07-01T08:00:00Z"], code: 2 },
  ],
  doctor: [
    { args: doctor, code: 0 },
    { args: [...doctor, "--fail-on", "warning"], code: 1, names: "doctor/other-webhooks-fast" },
  ],
  test: [{ args: ["test", "suite.yaml"], code: 1, names: "a lease without a duration" }],
  simulate: [
    { args: [...simulate], code: 0 },
    { args: [...simulate, "--fail-on", "deny"], code: 1, names: "lease/lease-duration-positive" },
  ],
  "policy check": [
    { args: ["policy", "check", "warned-policy.yaml"], code: 0 },
    { args: ["policy", "check", "--fail-on", "warning", "warned-policy.yaml"], code: 1, names: "warned-policy.yaml" },
  ],
  "policy show": [{ args: ["policy", "show", "policy.yaml"], code: 0 }],
  rules: [{ args: ["rules"], code: 0 }],
  version: [{ args: ["version"], code: 0 }],
};

/** All commands of the program that have an action, by their words. */
export const leafCommands: ReadonlyMap<string, Command> = new Map(
  (await createProgram()).commands.flatMap((command): readonly (readonly [string, Command])[] =>
    command.commands.length === 0
      ? [[command.name(), command]]
      : command.commands.map((below) => [`${command.name()} ${below.name()}`, below]),
  ),
);

/** The formats of a command with reports. A command without reports has none. */
export function formatsOf(command: Command | undefined): readonly string[] {
  return command?.options.find(({ long }) => long === "--output")?.argChoices ?? [];
}
