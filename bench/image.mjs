import { readFileSync } from "node:fs";

const dockerfile = readFileSync(new URL("../Dockerfile", import.meta.url), "utf8");

/** How the image starts a program: with node's flags, and an environment. */
export const nodeFlags = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)[1]).slice(1, -1);
export const environment = /^ENV (.*)$/m.exec(dockerfile)[1].split(" ");
