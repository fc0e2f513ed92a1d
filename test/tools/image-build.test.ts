import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entryPoint, environment, finalStage } from "../harness/dockerfile.ts";

const root = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const platforms = ["linux/amd64", "linux/arm64"];

interface Descriptor {
  readonly digest: string;
}

interface ImageConfig {
  readonly architecture: string;
  readonly os: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** The image of one platform. */
interface Image {
  readonly platform: string;
  readonly config: ImageConfig["config"];
  /** The regular files of all layers, as tar lists them. */
  readonly files: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), "lease-guard-image-"));
const layout = join(folder, "oci");
const blob = (digest: string): string => join(layout, "blobs", digest.replace(":", "/"));
const json = <T>(file: string): T => JSON.parse(readFileSync(file, "utf8"));

function buildah(...args: readonly string[]): void {
  const storage = [`--root=${folder}/root`, `--runroot=${folder}/run`, "--storage-driver=vfs"];
  execFileSync("buildah", [...storage, ...args], { stdio: ["ignore", "ignore", "pipe"] });
}

/** Reads the images of an OCI image layout. */
function readImages(): readonly Image[] {
  const [index] = json<{ readonly manifests: readonly Descriptor[] }>(join(layout, "index.json")).manifests;
  const { manifests } = json<{ readonly manifests: readonly Descriptor[] }>(blob(index?.digest ?? ""));
  return manifests.map(({ digest }) => {
    const { config, layers } = json<{ readonly config: Descriptor; readonly layers: readonly Descriptor[] }>(
      blob(digest),
    );
    const { architecture, os, config: runtime } = json<ImageConfig>(blob(config.digest));
    const list = (layer: Descriptor) =>
      execFileSync("tar", ["-tvzf", blob(layer.digest)], { encoding: "utf8" }).split("\n");
    return {
      platform: `${os}/${architecture}`,
      config: runtime,
      files: layers.flatMap(list).filter((line) => line.startsWith("-")),
    };
  });
}

const pathsOf = ({ files }: Image): readonly string[] => files.map((line) => line.replace(/^.* /, "")).toSorted();

/**
 * Builds the last stage of the Dockerfile on an empty base image, and with the built `dist` instead
 * of the first stage. The build therefore needs no registry.
 */
describe("the image that buildah builds", () => {
  let images: readonly Image[] = [];
  beforeAll(() => {
    const stages = [
      "FROM scratch AS build",
      "COPY dist /app/dist",
      finalStage.replace(/^\s*FROM .*$/m, "FROM scratch"),
    ];
    writeFileSync(join(folder, "Dockerfile"), stages.join("\n"));
    writeFileSync(join(folder, "ignore"), "");
    const files = [`--file=${folder}/Dockerfile`, `--ignorefile=${folder}/ignore`];
    buildah("build", "--isolation=chroot", `--platform=${platforms.join(",")}`, "--manifest=image", ...files, root);
    buildah("manifest", "push", "--all", "image", `oci:${layout}`);
    images = readImages();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("has both platforms, with the same files", () => {
    expect(images.map(({ platform }) => platform).toSorted()).toEqual(platforms);
    const [first, second] = images.map(pathsOf);
    expect(first).toEqual(second);
  });

  test.each(platforms)("for %s has the version, the user, the ports, and the command of the Dockerfile", (platform) => {
    expect(images.find((image) => image.platform === platform)?.config).toMatchObject({
      User: "65532:65532",
      WorkingDir: "/app",
      Entrypoint: entryPoint,
      Env: expect.arrayContaining([...environment]),
      ExposedPorts: { "8080/tcp": {}, "8081/tcp": {}, "8443/tcp": {} },
      Labels: expect.objectContaining({ "org.opencontainers.image.version": version }),
    });
  });

  test("contains the files that lease-guard reads, and no packages", () => {
    const paths = images.map(pathsOf)[0] ?? [];
    expect(paths).toEqual(
      expect.arrayContaining([
        ...["app/package.json", "app/LICENSE", "app/dist/cli/main.js", "app/dist/cli/sbom.cdx.json"],
        ...["app/docs/rules/schema.md", "app/schemas/bundled/lease-guard.dev/v1alpha1/policy.json"],
      ]),
    );
    expect(paths.filter((path) => path.includes("node_modules") || !path.startsWith("app/"))).toEqual([]);
  });

  test("contains only files that its user can read, and none that its user can write", () => {
    const files = images.flatMap(({ files }) => files);
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((line) => !/^-r[w-][x-]r[w-][x-]r-[x-] (?:0\/0|root\/root) /.test(line))).toEqual([]);
  });
});
