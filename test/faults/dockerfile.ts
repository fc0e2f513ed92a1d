import { readFileSync } from "node:fs";

const dockerfile = readFileSync(new URL("../../Dockerfile", import.meta.url), "utf8");

/** The last stage of the Dockerfile, which creates the image. */
export const finalStage: string = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));

/** The command of the image: node with its flags, and the program. */
export const entryPoint: readonly string[] = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(finalStage)?.[1] ?? "[]");

/** The environment variables of the image, as `NAME=value`. */
export const environment: readonly string[] = /^ENV (.*)$/m.exec(finalStage)?.[1]?.split(" ") ?? [];
