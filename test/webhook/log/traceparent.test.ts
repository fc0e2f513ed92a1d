import { describe, expect, it } from "vitest";
import { parseTraceparent } from "../../../src/webhook/log/log.ts";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";
const header = `00-${traceId}-${spanId}-01`;

describe("parseTraceparent", () => {
  it.each([header, `00-${traceId}-${spanId}-00`, `00-${traceId}-${spanId}-ff`])("reads %s", (text) => {
    expect(parseTraceparent(text)).toEqual({ traceId, spanId });
  });

  it.each([
    "",
    "-",
    "00",
    "a".repeat(100_000),
    `01-${traceId}-${spanId}-01`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-`,
    `00-${traceId}-${spanId}-1`,
    `00-${traceId}-${spanId}-001`,
    `00-${traceId}-${spanId}-0g`,
    `${header}-`,
    `${header}-more`,
    ` ${header}`,
    `${header} `,
    `${header}\n`,
    `${header}, ${header}`,
    header.toUpperCase(),
    `00-${"0".repeat(32)}-${spanId}-01`,
    `00-${traceId}-${"0".repeat(16)}-01`,
    `00-${traceId.slice(1)}-${spanId}-01`,
    `00-${traceId}0-${spanId}-01`,
    `00-${traceId.replace("4", "g")}-${spanId}-01`,
    `00_${traceId}_${spanId}_01`,
  ])("returns undefined for %j", (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});
