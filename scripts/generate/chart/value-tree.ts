import type { ChartValue } from "./chart-value.ts";

/** A value of the chart, or a group of values whose paths have a common beginning. */
export interface ValueGroup {
  readonly name: string;
  readonly value?: ChartValue;
  readonly groups: readonly ValueGroup[];
}

export function valueTree(values: readonly ChartValue[], depth = 0): readonly ValueGroup[] {
  const names = [...new Set(values.map(({ path }) => path.split(".")[depth] ?? ""))];
  return names.map((name) => {
    const own = values.filter(({ path }) => path.split(".")[depth] === name);
    const value = own.find(({ path }) => path.split(".").length === depth + 1);
    return value === undefined ? { name, groups: valueTree(own, depth + 1) } : { name, value, groups: [] };
  });
}
