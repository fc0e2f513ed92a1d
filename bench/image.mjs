import { readFileSync } from "node:fs";

const dockerfile = readFileSync(new URL("../Dockerfile", import.meta.url), "utf8");

/**
 * The node flags of the image, without a flag that the running Node.js does not support. Node.js 20
 * does not support `--disable-sigusr1`.
 */
export const nodeFlags = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)[1])
  .slice(1, -1)
  .filter((flag) => flag !== "--disable-sigusr1" || process.allowedNodeEnvironmentFlags.has(flag));
/** The environment variables of the image, as `NAME=value`. */
export const environment = /^ENV (.*)$/m.exec(dockerfile)[1].split(" ");
