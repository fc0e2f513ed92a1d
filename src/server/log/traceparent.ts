/** A request's place in a trace, as kube-apiserver hands it on. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** W3C Trace Context, section 3.2, version 00; ids of nothing but zeros are invalid. */
const form = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Reads the header `traceparent`; undefined for all that is not exactly of version 00. */
export function parseTraceparent(header: string): TraceContext | undefined {
  const [, traceId, spanId] = form.exec(header) ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}
