import { readFileSync } from "node:fs";

const dockerfile: string = readFileSync(new URL("../../Dockerfile", import.meta.url), "utf8");

/** The last stage of the Dockerfile, which creates the image. */
export const finalStage: string = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));

/** The command of the image: `node` with its flags, and the program. */
export const entryPoint: readonly string[] = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(finalStage)?.[1] ?? "[]");

/**
 * The flags of `node` in the image, without `--disable-sigusr1` if this version of Node.js does not
 * support it, such as Node.js 20.
 */
export const nodeFlags: readonly string[] = entryPoint
  .slice(1, -1)
  .filter((flag) => flag !== "--disable-sigusr1" || process.allowedNodeEnvironmentFlags.has(flag));

/** The environment variables of the image, as `NAME=value`. */
export const environment: readonly string[] = /^ENV (.*)$/m.exec(finalStage)?.[1]?.split(" ") ?? [];
