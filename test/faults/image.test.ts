import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { entryPoint, environment, finalStage, nodeFlags } from "../harness/dockerfile.ts";
import { ecPair } from "../harness/ec-pair.ts";
import { legalBody } from "../harness/raw-request.ts";
import { readBase } from "../manifests/base.ts";

const root = join(import.meta.dirname, "../..");

interface Deployment {
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly [{ readonly args: readonly string[] }] } };
  };
}

/** A package in the SBOM. */
interface Component {
  readonly name: string;
  readonly version: string;
}

/** Returns the paths below /app that the final stage of the Dockerfile copies. */
function copied(): readonly string[] {
  const copies = [...finalStage.matchAll(/^COPY (?:--from=build )?(.+) (\S+)$/gm)];
  return copies.flatMap(([, sources = ""]) => sources.split(" ").map((source) => source.replace(/^\/app\//, "")));
}

function setEnv(assignment: string): readonly string[] {
  return ["--setenv", ...assignment.split("=", 2)];
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
  const [{ args }] = readBase<Deployment>("deployment.yaml").spec.template.spec.containers;
  const readOnly = (from: string, to: string): readonly string[] => ["--ro-bind", from, to];
  const tree = [
    ...copied().flatMap((path) => readOnly(join(root, path), join("/app", path))),
    ...readOnly(process.execPath, node),
    // These directories contain the shared libraries that node needs. A distroless image also has
    // these libraries.
    ...["/lib", "/lib64", "/usr/lib"].filter(existsSync).flatMap((path) => readOnly(path, path)),
    ...readOnly(folder, "/etc/lease-guard/tls"),
    ...readOnly(join(folder, "policy"), "/etc/lease-guard/policy"),
    ...readOnly(join(import.meta.dirname, "inside-image.mjs"), "/inside-image.mjs"),
  ];
  const sandbox = [
    "--unshare-all",
    "--die-with-parent",
    "--clearenv",
    ...environment.flatMap(setEnv),
    "--uid",
    "65532",
    "--gid",
    "65532",
  ];
  const rest = ["--proc", "/proc", "--dev", "/dev", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/app"];
  const inside = [
    node,
    "/inside-image.mjs",
    node,
    ...nodeFlags,
    entryPoint.at(-1) ?? "",
    ...args,
    "--shutdown-delay-duration=1s",
  ];
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

it("the SBOM of the image lists each package whose code it contains", () => {
  const dist = join(root, "dist/cli");
  const { bomFormat, components } = JSON.parse(readFileSync(join(dist, "sbom.cdx.json"), "utf8"));
  expect(bomFormat).toBe("CycloneDX");
  const code = readdirSync(dist).map((file) => readFileSync(join(dist, file), "utf8"));
  const licensed = code.flatMap((text) => Array.from(text.matchAll(/^\/\*! (\S+)$/gm), ([, name = ""]) => name));
  expect(licensed).toContain("express");
  expect((components as readonly Component[]).map(({ name }) => name)).toEqual([...new Set(licensed)].sort());
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const locked = Object.entries<Component>(packages).map(
    ([path, { version }]) => `${path.replace(/^.*node_modules\//, "")}@${version}`,
  );
  expect(locked).toEqual(
    expect.arrayContaining((components as readonly Component[]).map(({ name, version }) => `${name}@${version}`)),
  );
});
