import type { Manner } from "../harness/cli.ts";
import { environment, nodeFlags } from "../harness/dockerfile.ts";

/** As the image runs, with the heap that V8 allows itself in a container of 256 MiB. */
export const asImage: Manner = { through: ["env", ...environment], node: [...nodeFlags, "--max-old-space-size=128"] };
