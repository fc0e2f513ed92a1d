import { readFileSync } from "node:fs";

const dockerfile = readFileSync(new URL("../Dockerfile", import.meta.url), "utf8");

/**
 * The node flags of the image, without `--disable-sigusr1` if the running Node.js does not support
 * it, such as Node.js 20.
 */
export const nodeFlags = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)[1])
  .slice(1, -1)
  .filter((flag) => flag !== "--disable-sigusr1" || process.allowedNodeEnvironmentFlags.has(flag));
/** The environment variables of the image, as `NAME=value`. */
export const environment = /^ENV (.*)$/m.exec(dockerfile)[1].split(" ");
