/**
 * Keeps V8's young generation small. Otherwise, the short-lived objects of a large input would
 * enlarge it by 30 to 90 MB.
 */
export function limitYoungGeneration(): void {
  setFlag("--semi-space-growth-factor=1");
}

/**
 * Lets V8 collect garbage when the heap has grown by 30 %. By default, the heap can grow to several
 * times the size of the objects in use.
 */
export function growHeapSlowly(): void {
  setFlag("--heap-growing-percent=30");
}

function setFlag(flag: string): void {
  process.getBuiltinModule("node:v8").setFlagsFromString(flag);
}
