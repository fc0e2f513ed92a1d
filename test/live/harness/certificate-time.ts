/** Returns the time in `ms` milliseconds from now as certificates contain it. */
export function certificateTime(ms: number): string {
  return `${new Date(Date.now() + ms).toISOString().replaceAll(/[-:T]/g, "").slice(2, 14)}Z`;
}
