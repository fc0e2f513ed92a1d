import { readFileSync } from "node:fs";

const dockerfile = readFileSync(new URL("../Dockerfile", import.meta.url), "utf8");

/** The flags of node and the environment variables, from the Dockerfile of the image. */
export const nodeFlags = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)[1]).slice(1, -1);
export const environment = /^ENV (.*)$/m.exec(dockerfile)[1].split(" ");
