import { fluxController } from "../libraries/flux-controller.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = fluxController("helm-controller", "v1.6.3");
