import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { type KubernetesVersion, parseKubernetesVersion } from "../../src/core/api/kubernetes-version.ts";
import { type Answer, evaluate } from "../../src/playground/evaluate.ts";
import type { PlaygroundInput } from "../../src/playground/playground-input.ts";
import { emptyInput } from "../../src/playground/share-link.ts";
import { portOf } from "../harness/port-of.ts";

/** The time of each write, which the rules compare with the times of the objects. */
const now = new Date("2026-07-01T08:00:05Z");

const resource = {
  name: "leases",
  singularName: "lease",
  namespaced: true,
  kind: "Lease",
  verbs: ["create", "delete", "get", "update"],
};
const group = { groupVersion: "coordination.k8s.io/v1", version: "v1" };
/** The discovery documents that the API server serves, by path. */
const discovery: Readonly<Record<string, object>> = {
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/apis": {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: [{ name: "coordination.k8s.io", versions: [group], preferredVersion: group }],
  },
  "/api/v1": { kind: "APIResourceList", groupVersion: "v1", resources: [] },
  "/apis/coordination.k8s.io/v1": {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: group.groupVersion,
    resources: [resource],
  },
};

/**
 * Starts an API server that responds to the writes in turn, with the responses of the playground.
 */
async function startApiServer(answers: readonly Answer[]): Promise<string> {
  const waiting = [...answers];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const send = (code: number, body: object) =>
      response.setHeader("content-type", "application/json").writeHead(code).end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    if (request.method === "GET") {
      const name = pathname.split("/").at(-1);
      return send(
        200,
        discovery[pathname] ?? {
          ...group,
          apiVersion: group.groupVersion,
          kind: "Lease",
          metadata: { name, resourceVersion: "1" },
        },
      );
    }
    const body =
      request.method === "DELETE" ? { kind: "Status", apiVersion: "v1", status: "Success" } : await json(request);
    const answer = waiting.shift();
    if (answer?.reply.kind !== "AdmissionReview") throw new Error("kubectl sent a write that is not in the playground");
    const { warnings = [] } = answer.reply.response;
    response.setHeader(
      "warning",
      warnings.map((text) => `299 - ${JSON.stringify(text)}`),
    );
    return send(answer.status?.code ?? 200, answer.status ?? (body as object));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}`;
}

/** Runs a command of the playground, and returns all that kubectl prints, in its order. */
async function realOutput(
  kubectl: string,
  command: string,
  object: string,
  answers: readonly Answer[],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-kubectl-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "object.yaml"), object);
  const [, ...args] = command.split(" ");
  const isDelete = args.includes("delete");
  const flags = [
    `--server=${await startApiServer(answers)}`,
    `--cache-dir=${folder}`,
    isDelete ? "--wait=false" : "--validate=false",
  ];
  const env = { ...process.env, HOME: folder, KUBECONFIG: join(folder, "none") };
  return new Promise((resolve) =>
    execFile("sh", ["-c", '"$@" 2>&1', "sh", kubectl, ...args, ...flags], { cwd: folder, env }, (_error, stdout) =>
      resolve(stdout.trimEnd()),
    ),
  );
}

const root = join(import.meta.dirname, "../..");
const programs = [
  "kubectl",
  execFileSync(join(root, ".ci/layer-assets"), ["kubectl"], { encoding: "utf8" }).trim(),
].map((kubectl) => {
  const { clientVersion } = JSON.parse(
    execFileSync(kubectl, ["version", "--client", "-o", "json"], { encoding: "utf8" }),
  );
  const release = parseKubernetesVersion(String(clientVersion.gitVersion).replace(/-.*/, ""))?.version;
  if (release === undefined)
    throw new Error(`the playground has no Kubernetes version of kubectl ${clientVersion.gitVersion}`);
  return [release, kubectl] as const;
});

const lease = (spec: string, name = "a"): string =>
  `apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: ${name}, namespace: b }\nspec: ${spec}\n`;
const strict = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nprofile: strict\n";
const kept =
  "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules: { lease/live-lease-not-deleted: { mode: deny } }\n";
const held = '{ holderIdentity: a-1, leaseDurationSeconds: 15, renewTime: "2026-07-01T08:00:00.000000Z" }';
const placeholder = '{ holderIdentity: "$(POD_NAME)" }';
const zero = "{ leaseDurationSeconds: 0 }";

describe.each<readonly [KubernetesVersion, string]>(programs)(
  "the output of kubectl %s in the playground",
  (release, kubectl) => {
    test.each<[string, Partial<PlaygroundInput>, string]>([
      ["a create", { object: lease("{}") }, "lease.coordination.k8s.io/a created"],
      [
        "a create with an unknown field",
        { object: lease("{ leaseDuration: 15 }") },
        "lease.coordination.k8s.io/a created",
      ],
      ["a denied create, one cause", { object: lease(zero) }, "The Lease"],
      [
        "a denied create, several causes",
        { object: lease("{ leaseDurationSeconds: 0, leaseTransitions: -1 }") },
        "The Lease",
      ],
      ["a create that a rule denies", { object: lease(placeholder), policy: strict }, "Error from server (Forbidden)"],
      ["warnings", { object: lease('{ holderIdentity: "$(POD_NAME)", leaseDurationSeconds: 0 }') }, "Warning: "],
      ["a create with a warning", { object: lease(placeholder) }, "Warning: "],
      [
        "a replace",
        { operation: "UPDATE", object: lease(held), oldObject: lease(held) },
        "lease.coordination.k8s.io/a replaced",
      ],
      ["a denied replace", { operation: "UPDATE", object: lease(zero), oldObject: lease(held) }, "The Lease"],
      [
        "a replace that a rule denies",
        { operation: "UPDATE", object: lease(held.replace("a-1", "a-2")), oldObject: lease(held), policy: strict },
        "Error from server (Forbidden)",
      ],
      ["a delete", { operation: "DELETE", object: lease("{}") }, 'lease.coordination.k8s.io "a" deleted'],
      [
        "a delete that a rule denies",
        { operation: "DELETE", object: lease(held), policy: kept },
        "Error from server (Forbidden)",
      ],
      [
        "several creates, one denied",
        { object: `${lease(zero)}---\n${lease("{}", "c")}` },
        "lease.coordination.k8s.io/c created",
      ],
      [
        "several creates, two denied",
        { object: `${lease(zero)}---\n${lease(placeholder, "c")}---\n${lease("{}", "d")}`, policy: strict },
        "lease.coordination.k8s.io/d created",
      ],
      ["equal warnings", { object: `${lease(placeholder)}---\n${lease(placeholder, "c")}` }, "Warning: "],
    ])("is that of kubectl: %s", async (_, input, start) => {
      const { kubectl: shown, answers } = await evaluate({ ...emptyInput, ...input, kubernetesVersion: release }, now);
      const [command = "", ...lines] = shown.join("\n").split("\n");
      expect(lines.join("\n").startsWith(start)).toBe(true);
      expect(await realOutput(kubectl, command.replace("$ ", ""), input.object ?? "", answers)).toBe(lines.join("\n"));
    });
  },
);
