/** Returns the earlier of two times. */
export function earlier(a: Date, b: Date): Date {
  return b < a ? b : a;
}

/** Returns the later of two times. */
export function later(a: Date, b: Date): Date {
  return b > a ? b : a;
}
