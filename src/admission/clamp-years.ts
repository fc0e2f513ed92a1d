const times = ["acquireTime", "renewTime", "pingTime"] as const;

/** All that an offset can make of the years 0000 and 9999; Go's decoder takes no other years. */
const encodedYear = /^(?:-0001|10000)(?=-\d\d-\d\dT)/;

/**
 * The object with the times of its spec as Go's decoder would take them. kube-apiserver accepts
 * `9999-12-31T23:59:59.999999-01:00` and sends it on in UTC, as year 10000; what it accepts is not ours to refuse.
 */
export function clampYears(object: object): object {
  const { spec } = object as { readonly spec?: Readonly<Record<string, unknown>> | null };
  if (typeof spec !== "object" || spec === null) return object;
  const encoded = times.filter((name) => typeof spec[name] === "string" && encodedYear.test(spec[name]));
  if (encoded.length === 0) return object;
  return { ...object, spec: { ...spec, ...Object.fromEntries(encoded.map((name) => [name, decodable(String(spec[name]))])) } };
}

function decodable(time: string): string {
  return time.replace(encodedYear, time.startsWith("-") ? "0000" : "9999");
}
