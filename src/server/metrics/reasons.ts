/** The reasons why a request, or a connection whose handshake fails, gets no admission decision. */
export const refusalReasons = [
  "bad_request",
  "bad_review",
  "content_type",
  "deadline",
  "internal_error",
  "overload",
  "tls_handshake",
  "too_large",
  "unauthorized",
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

/** The reasons for closing a connection, which `lease_guard_closed_connections_total` counts. */
export const closeReasons = ["limit", "refused", "unread"] as const;

export type CloseReason = (typeof closeReasons)[number];

/** The reasons why the server omits a log line. */
export const omitReasons = ["connection", "sampled"] as const;

export type OmitReason = (typeof omitReasons)[number];
