/** Four digits is all that Go's decoder takes for a year, but its encoder writes what an offset has made of 0000 and 9999. */
const beyondDecoding = /^(-\d{4}|\d{5,})-\d\d-\d\dT/;

/**
 * The object with the times of its spec as Go's decoder would take them. kube-apiserver accepts
 * `9999-12-31T23:59:59.999999-01:00` and sends it on in UTC, as year 10000; what it accepts is not ours to refuse.
 */
export function withDecodableTimes(object: object): object {
  const { spec } = object as { readonly spec?: unknown };
  if (typeof spec !== "object" || spec === null) return object;
  const beyond = Object.entries(spec).filter(
    ([name, time]) => name.endsWith("Time") && typeof time === "string" && beyondDecoding.test(time),
  );
  return beyond.length === 0
    ? object
    : { ...object, spec: { ...spec, ...Object.fromEntries(beyond.map(([name, time]) => [name, nearest(time)])) } };
}

function nearest(time: string): string {
  return time.startsWith("-") ? "0000-01-01T00:00:00.000000Z" : "9999-12-31T23:59:59.999999Z";
}
