import { fluxController } from "../libraries/flux-controller.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = fluxController("image-reflector-controller", "v1.2.0");
