import { specTimes } from "../../core/api/coordination.ts";
import { isJsonObject, property } from "../../core/api/json-object.ts";
import { isMicroTime, isTime, microTimeRange } from "../../core/text/time.ts";

/**
 * Matches a year that Go encodes but does not decode. The offset of a time can move the year 0000
 * or 9999 to the year -0001 or 10000. In protobuf, a client can send a time in any year.
 */
const encodedYear = /^(?:-\d{4,12}|[1-9]\d{4,11})(?=-)/;

const metadataTimes = ["creationTimestamp", "deletionTimestamp"] as const;

interface TimeRange {
  readonly accepts: (text: string) => boolean;
  readonly first: string;
  readonly last: string;
}

const time: TimeRange = { accepts: isTime, first: "0000-01-01T00:00:00Z", last: "9999-12-31T23:59:59Z" };
const microTime: TimeRange = { accepts: isMicroTime, ...microTimeRange };

/**
 * Returns an object of an API server with the first or the last time that Go decodes in place of
 * each time that Go encodes but does not decode. kube-apiserver accepts the time
 * `9999-12-31T23:59:59-01:00` in managedFields and sends this time in UTC, with the year 10000.
 * lease-guard must decode all objects that kube-apiserver accepts.
 */
export function withDecodableTimes(object: object): object {
  const metadata = property(object, "metadata");
  const spec = property(object, "spec");
  const [ownMetadata, ownSpec] = [decodableMetadata(metadata), decodableFields(spec, specTimes, microTime)];
  return ownMetadata === metadata && ownSpec === spec ? object : { ...object, metadata: ownMetadata, spec: ownSpec };
}

function decodableMetadata(metadata: unknown): unknown {
  const entries = property(metadata, "managedFields");
  const own = decodableFields(metadata, metadataTimes, time);
  if (!Array.isArray(entries) || !entries.some((entry: unknown) => isUndecodable(property(entry, "time"), time)))
    return own;
  return { ...(own as object), managedFields: entries.map((entry: unknown) => decodableFields(entry, ["time"], time)) };
}

function decodableFields(value: unknown, names: readonly string[], range: TimeRange): unknown {
  if (!isJsonObject(value)) return value;
  const wrong = names.filter((name) => isUndecodable(value[name], range));
  if (wrong.length === 0) return value;
  return {
    ...value,
    ...Object.fromEntries(wrong.map((name) => [name, String(value[name]).startsWith("-") ? range.first : range.last])),
  };
}

/**
 * Reports whether a time has a year that Go does not decode, and is otherwise valid. Every other
 * time has `-` after four characters, so that most times need no match.
 */
function isUndecodable(text: unknown, { accepts }: TimeRange): boolean {
  // The year 2000 is a leap year, so that the check accepts every day of the encoder.
  return (
    typeof text === "string" && text[4] !== "-" && encodedYear.test(text) && accepts(text.replace(encodedYear, "2000"))
  );
}
