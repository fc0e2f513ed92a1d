import { minuteMs } from "../text/duration.ts";
import { type DerValue, derTag } from "./der.ts";

/**
 * Reads a time of a certificate as Go does, in milliseconds since 1970. Accepts UTCTime with or
 * without seconds, and GeneralizedTime with seconds. The time zone is `Z` or an offset. Returns
 * undefined for any other value, such as February 30.
 */
export function derTime({ tag, content }: DerValue): number | undefined {
  const text = content.toString("latin1");
  if (tag === derTag.generalizedTime) return timeOf(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(Z|[+-]\d{4})$/.exec(text));
  if (tag !== derTag.utcTime) return undefined;
  // In RFC 5280, section 4.1.2.5.1, the years 50 to 99 are in the 20th century.
  const century = text < "50" ? "20" : "19";
  return timeOf(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(Z|[+-]\d{4})$/.exec(century + text));
}

function timeOf(match: RegExpExecArray | null): number | undefined {
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = "00", zone = "Z"] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const localMs = Date.parse(local);
  // `Date.parse` accepts February 30 as a day in March.
  if (Number.isNaN(localMs) || new Date(localMs).toISOString() !== local) return undefined;
  const offset = offsetMinutes(zone);
  return offset === undefined ? undefined : localMs - offset * minuteMs;
}

/**
 * Returns the offset of `Z` or `+hhmm` in minutes. Returns undefined for an offset that Go rejects,
 * such as `+0000` instead of `Z`.
 */
function offsetMinutes(zone: string): number | undefined {
  if (zone === "Z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3));
  if (hours > 24 || minutes > 59 || hours + minutes === 0) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
