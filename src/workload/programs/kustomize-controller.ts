import { fluxController } from "../libraries/flux-controller.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = fluxController("kustomize-controller", "v1.9.4");
