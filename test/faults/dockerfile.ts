import { readFileSync } from "node:fs";

const dockerfile = readFileSync(new URL("../../Dockerfile", import.meta.url), "utf8");

/** What makes the image itself. */
export const finalStage: string = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));

/** The image's own process: node with flags, and the program. */
export const entryPoint: readonly string[] = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(finalStage)?.[1] ?? "[]");

/** Its environment, as `NAME=value`. */
export const environment: readonly string[] = /^ENV (.*)$/m.exec(finalStage)?.[1]?.split(" ") ?? [];
