import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { nodeLease } from "../../harness/audit-objects.ts";
import { anyPorts, main } from "../../harness/cli.ts";
import { ecPair } from "../../harness/ec-pair.ts";
import { helmProgram } from "../../harness/helm.ts";
import { portOf } from "../../harness/port-of.ts";
import { eventsOf } from "../../learn/fences/operator-log.ts";
import { clusterAnswers } from "./cluster-answers.ts";

const root = join(import.meta.dirname, "../../..");
const standIn = join(import.meta.dirname, "stand-in.mjs");
const standIns = ["kubectl", "helm", "docker", "npm", "curl", "kubeconform", "sleep", "npx"];

/** Commands whose exit code 1 only means that they found something. */
const finders = "check|elections|audit|doctor|simulate";

const leaseGuard = `#!/bin/sh
[ "$1" = serve ] && exec '${process.execPath}' '${standIn}' serve "$@"
'${process.execPath}' '${main}' "$@"
status=$?
case $1 in ${finders}) [ $status -eq 1 ] && exit 0;; esac
exit $status
`;

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const policy = `apiVersion: lease-guard.dev/v1alpha1
kind: Policy
rules:
  lease/duration-within-bounds: { mode: deny, warnUntil: 2099-01-15, parameters: { maxSeconds: 300 } }
exemptions:
  - { rules: [lease/renew-time-near-now], match: { namespaces: [edge-*] }, reason: clocks, owner: team-edge, expires: 2099-03-01 }
`;
const lease = `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: { name: controller, namespace: team-a }
spec:
  # the duration of the lease term
  leaseDurationSeconds: 0
`;
const reviews = read("test/fixtures/reviews/client-go.jsonl");

/**
 * Returns the objects of the audit on docs/audit.md: a Lease of a node that no longer exists, and
 * 213 other Leases.
 */
function auditedObjects(): readonly object[] {
  const nodes = Array.from({ length: 213 }, (_, index) => `node-${index}`);
  const isNode = (name: string): object => ({
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, uid: `uid-of-${name}` },
  });
  const [days, hours] = [5 * 24 * 3600, 18 * 3600];
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", namespace: "default", uid: "uid-of-pod" } };
  return [
    pod,
    nodeLease("worker-9", { renewed: -days - hours }),
    ...nodes.map((name) => nodeLease(name)),
    ...nodes.map(isNode),
  ];
}

/** A request in an audit log, with the annotation of an exported policy. */
const auditEvent = {
  ...{ kind: "Event", apiVersion: "audit.k8s.io/v1", level: "Metadata", stage: "ResponseComplete", verb: "get" },
  requestURI: "/apis/coordination.k8s.io/v1/namespaces/team-a/leases/web",
  user: { username: "system:serviceaccount:team-a:web" },
  objectRef: {
    resource: "leases",
    namespace: "team-a",
    name: "web",
    apiGroup: "coordination.k8s.io",
    apiVersion: "v1",
  },
  responseStatus: { code: 200 },
  requestReceivedTimestamp: "2026-07-01T08:00:00.000000Z",
  stageTimestamp: "2026-07-01T08:00:00.002000Z",
  annotations: { "validation.lease-guard.dev/audit-findings": '["a"]' },
};

/** The files that the commands of the pages name, except those that the commands create. */
const files: Readonly<Record<string, string>> = {
  "lease.yaml": lease,
  "my-lease.yaml": lease,
  "manifests/lease.yaml": lease,
  "deploy/lease.yaml": lease,
  "deploy/values.yaml": "image: { repository: registry.example.com/lease-guard }\n",
  "deploy/kustomization.yaml": "resources: [../manifests/base]\n",
  "overlays/prod/kustomization.yaml": "resources: [lease.yaml]\n",
  "overlays/prod/lease.yaml": lease,
  "charts/controller/Chart.yaml": "apiVersion: v2\nname: controller\nversion: 0.1.0\n",
  "charts/controller/templates/lease.yaml": lease,
  "charts/my-operator/Chart.yaml": "apiVersion: v2\nname: my-operator\nversion: 0.1.0\n",
  "charts/my-operator/templates/operator.yaml": read("examples/operators/cluster-autoscaler.yaml"),
  "deploy-audit/kustomization.yaml": "resources: [../manifests/base]\n",
  "policy.yaml": policy,
  "policy.yaml.new": policy,
  "strict.yaml": policy,
  "without-new-denials.yaml": policy,
  "active-policy.yaml": policy,
  "policies-1/policy.yaml": policy,
  "policies-2/policy.yaml": policy,
  "configmap.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: lease-guard-policy }\ndata:\n  policy.yaml: |\n${policy.replaceAll(/^/gm, "    ")}`,
  "deploy/lease-guard-policies.yaml": read("manifests/components/policies/policies.yaml"),
  "page-cluster.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: auditedObjects() }),
  "sea.json": JSON.stringify({ main: "one.cjs", output: "sea.blob", useCodeCache: true }),
  "one.cjs": "",
  "rollout.log": eventsOf()
    .map((event) => `${JSON.stringify(event)}\n`)
    .join(""),
  "audit.log": `${JSON.stringify(auditEvent)}\n`,
  ...Object.fromEntries(["reviews", "after", "day1", "day2", "day3"].map((name) => [`${name}.jsonl`, reviews])),
};

/** The programs of all sessions. */
export interface Programs {
  /** The variables of the environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => void;
}

/** Writes the substitute programs, and starts an API server without objects. */
export async function preparePrograms(): Promise<Programs> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-pages-"));
  const script = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o755 });
  for (const name of standIns) script(name, `#!/bin/sh\nexec '${process.execPath}' '${standIn}' ${name} "$@"\n`);
  script("lease-guard", leaseGuard);
  script("kubectl-lease_guard", leaseGuard);
  symlinkSync(main, join(folder, "kubectl-leases.js"));
  script("kubectl-leases", `#!/bin/sh\nexec '${process.execPath}' '${join(folder, "kubectl-leases.js")}' "$@"\n`);
  const answers = await clusterAnswers(policy, ecPair());
  const paths = (process.env["PATH"] ?? "").split(":");
  const kubectl = paths.map((path) => join(path, "kubectl")).find((path) => existsSync(path));
  const programs = { kubectl, helm: helmProgram("3"), main, library: join(root, "dist/index.js") };
  writeFileSync(join(folder, "stand-in.json"), JSON.stringify({ answers, programs, serverFlags: anyPorts }));
  const { certificate, privateKey } = ecPair();
  const api = createServer({ cert: certificate, key: privateKey }, ({ url = "" }, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(apiAnswer(url)),
  );
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  const server = `https://127.0.0.1:${portOf(api)}`;
  const context = {
    clusters: [{ name: "a", cluster: { server, "insecure-skip-tls-verify": true } }],
    users: [{ name: "a", user: {} }],
    contexts: ["a", "prod-eu", "prod-us"].map((name) => ({ name, context: { cluster: "a", user: "a" } })),
  };
  writeFileSync(
    join(folder, "kubeconfig.json"),
    JSON.stringify({ apiVersion: "v1", kind: "Config", ...context, "current-context": "a" }),
  );
  const env = {
    PATH: [folder, dirname(process.execPath), ...paths].join(":"),
    STAND_IN: join(folder, "stand-in.json"),
    KUBECONFIG: join(folder, "kubeconfig.json"),
    GITHUB_STEP_SUMMARY: "summary.md",
    NO_COLOR: "1",
  };
  const remove = (): void => {
    api.close();
    rmSync(folder, { recursive: true });
  };
  return { env, remove };
}

function apiAnswer(url: string): string {
  if (url === "/version") return JSON.stringify({ gitVersion: "v1.36.4" });
  const resources = [{ name: "reports", kind: "Report", namespaced: true }];
  return JSON.stringify({ kind: "List", apiVersion: "v1", metadata: {}, items: [], groups: [], resources });
}

/** A directory with the files that the pages name, in which commands of one page run. */
export interface Session {
  readonly write: (file: string, text: string) => void;
  /** Runs commands with Bash, which stops at the first command that fails. */
  readonly run: (commands: string) => Promise<{ readonly status: number | null; readonly output: string }>;
  readonly remove: () => void;
}

/**
 * Starts a session in a temporary copy of the repository. Commands run in the directory `from` of
 * the copy, or in its root by default. Only the root gets the sample files.
 */
export function startSession({ env }: Programs, from?: string): Session {
  const top = mkdtempSync(join(tmpdir(), "lease-guard-session-"));
  const folder = from === undefined ? top : join(top, from);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const part of ["manifests", "examples", "charts"])
    cpSync(join(root, part), join(top, part), { recursive: true });
  for (const part of ["dist", "package.json", "Dockerfile"]) symlinkSync(join(root, part), join(top, part));
  mkdirSync(join(top, "var/lib/node_exporter"), { recursive: true });
  symlinkSync("policies-1", join(top, "policies"));
  if (from === undefined) for (const [file, text] of Object.entries(files)) write(file, text);
  return {
    write,
    run: async (commands) => {
      const child = spawn("bash", ["--norc", "-eo", "pipefail", "-c", `exec 2>&1\n${commands}`], {
        cwd: folder,
        env: { ...env, HOME: top },
        stdio: ["ignore", "pipe", "ignore"],
      });
      const output = await readText(child.stdout);
      return {
        status: await new Promise((resolve) =>
          child.exitCode === null ? child.once("close", resolve) : resolve(child.exitCode),
        ),
        output,
      };
    },
    remove: () => rmSync(top, { recursive: true }),
  };
}
