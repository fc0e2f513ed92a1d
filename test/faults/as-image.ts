import type { Manner } from "../harness/cli.ts";
import { environment, nodeFlags } from "../harness/dockerfile.ts";

/**
 * Returns the settings of a process with the environment and the Node.js flags of the image. The
 * heap has the limit that V8 sets in a container of 256 MiB.
 */
export function asImage({ through = [], ...manner }: Manner = {}): Manner {
  return { ...manner, through: [...through, "env", ...environment], node: [...nodeFlags, "--max-old-space-size=128"] };
}
