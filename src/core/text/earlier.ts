export function earlier(a: Date, b: Date): Date {
  return b < a ? b : a;
}

export function later(a: Date, b: Date): Date {
  return b > a ? b : a;
}
