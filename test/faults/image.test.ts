import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { dockerfile, entryPoint, environment, finalStage, nodeFlags } from "../harness/dockerfile.ts";
import { ecPair } from "../harness/ec-pair.ts";
import { legalBody } from "../harness/raw-request.ts";
import { readBase } from "../manifests/base.ts";

const root = join(import.meta.dirname, "../..");

interface Deployment {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [{ readonly args: readonly string[] }] } } };
}

/** A package in the SBOM. The scope of its name is the group. */
interface Component {
  readonly group?: string;
  readonly name: string;
}

/** Returns the paths below /app that the final stage of the Dockerfile copies. */
function copied(): readonly string[] {
  const copies = [...finalStage.matchAll(/^COPY (?:--from=build )?(.+) (\S+)$/gm)];
  return copies.flatMap(([, sources = ""]) => sources.split(" ").map((source) => source.replace(/^\/app\//, "")));
}

function setEnv(assignment: string): readonly string[] {
  return ["--setenv", ...assignment.split("=", 2)];
}

/** Returns the packages that `npm ci` installs with these flags. */
function installed(...flags: readonly string[]): readonly string[] {
  const listed = execFileSync("npm", ["ls", ...flags, "--all", "--parseable"], { cwd: root, encoding: "utf8" });
  return listed
    .trim()
    .split("\n")
    .map((path) => relative(root, path))
    .filter((path) => path !== "");
}

/**
 * Reports whether a package is at the top level of node_modules. A nested package is copied
 * together with the package that contains it.
 */
function isOnTop(path: string): boolean {
  return path.lastIndexOf("node_modules/") === 0;
}

it("the content of the image works for an ordinary user, without a writable directory and without a network", async () => {
  const pair = ecPair();
  const [node = ""] = entryPoint;
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-image-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "tls.crt"), pair.certificate);
  writeFileSync(join(folder, "tls.key"), pair.privateKey);
  const { data } = readBase<{ readonly data: Readonly<Record<string, string>> }>("policy.yaml");
  mkdirSync(join(folder, "policy"));
  for (const [name, text] of Object.entries(data)) writeFileSync(join(folder, "policy", name), text);
  const paths = copied().flatMap((path) => (path === "node_modules" ? installed("--omit=dev").filter(isOnTop) : [path]));
  const [{ args }] = readBase<Deployment>("deployment.yaml").spec.template.spec.containers;
  const readOnly = (from: string, to: string): readonly string[] => ["--ro-bind", from, to];
  const tree = [
    ...paths.flatMap((path) => readOnly(join(root, path), join("/app", path))),
    ...readOnly(process.execPath, node),
    // These directories contain the shared libraries that node needs. A distroless image also has
    // them.
    ...["/lib", "/lib64", "/usr/lib"].filter(existsSync).flatMap((path) => readOnly(path, path)),
    ...readOnly(folder, "/etc/lease-guard/tls"),
    ...readOnly(join(folder, "policy"), "/etc/lease-guard/policy"),
    ...readOnly(join(import.meta.dirname, "inside-image.mjs"), "/inside-image.mjs"),
  ];
  const sandbox = ["--unshare-all", "--die-with-parent", "--clearenv", ...environment.flatMap(setEnv), "--uid", "65532", "--gid", "65532"];
  const rest = ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/app"];
  const inside = [node, "/inside-image.mjs", node, ...nodeFlags, entryPoint.at(-1) ?? "", ...args, "--shutdown-delay-duration=1s"];
  const child = spawn("bwrap", [...sandbox, ...tree, ...rest, ...inside], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify({ certificate: pair.certificate, review: legalBody }));
  const closed = once(child, "close");
  const seen = JSON.parse((await child.stdout.toArray()).join(""));
  expect(await closed).toEqual([0, null]);
  expect(seen).toMatchObject({
    refusals: ["EROFS", "EROFS", "EROFS", "ENOENT", "EROFS"],
    user: "Uid:\t65532\t65532\t65532\t65532",
    ready: "ok",
    hasMetrics: true,
    verdict: { kind: "AdmissionReview", response: { allowed: true } },
    code: 0,
    signal: null,
    text: { stderr: "" },
  });
});

it("the SBOM of the image lists every installed package", () => {
  const [, commands = ""] = /^RUN (npm pkg delete .+)$/m.exec(dockerfile) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-sbom-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "dist"));
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) copyFileSync(join(root, name), join(folder, name));
  execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts"], { cwd: folder, stdio: "ignore" });
  execFileSync("sh", ["-c", commands], { cwd: folder, stdio: "ignore" });
  const { bomFormat, components } = JSON.parse(readFileSync(join(folder, "dist/sbom.cdx.json"), "utf8"));
  expect(bomFormat).toBe("CycloneDX");
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  const names = Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  const listed = (components as readonly Component[]).map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  expect(listed.sort()).toEqual(names.sort());
});

it("few packages are installed without the Kubernetes client", () => {
  const packages = installed("--omit=dev", "--omit=optional");
  expect(packages).toContain("node_modules/express");
  expect(packages.length).toBeLessThanOrEqual(95);
});
