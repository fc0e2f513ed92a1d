import type { Manner } from "../harness/cli.ts";
import { environment, nodeFlags } from "../harness/dockerfile.ts";

/**
 * The environment and the Node.js flags of the image. The heap limit is that of V8 in a container
 * of 256 MiB.
 */
export const asImage: Manner = { through: ["env", ...environment], node: [...nodeFlags, "--max-old-space-size=128"] };
