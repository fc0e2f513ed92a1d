import { maxDepth } from "../../api/json-object.ts";
import type { ValueLimits } from "./capture.ts";

/**
 * The limits of one object that a cluster stores: those of a review. An object of 3 MiB, the
 * maximum of kube-apiserver, takes at most 8 MiB of JSON unless most of its characters need an
 * escape sequence.
 */
export const objectLimits: ValueLimits = { maxBytes: 8 * 2 ** 20, maxValues: 450_000, maxKeys: 345_000, maxDepth };
