/** The reasons why a request gets no admission decision. */
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

/** The reason why a request gets no admission decision. */
export type RefusalReason = (typeof refusalReasons)[number];

/** The reasons why the server closes a connection without a response. */
export const closeReasons = ["limit", "refused", "unread"] as const;

/** The reason why the server closes a connection without a response. */
export type CloseReason = (typeof closeReasons)[number];

/** The reasons why the server omits a log line. */
export const omitReasons = ["connection", "sampled"] as const;

/** The reason why the server omits a log line. */
export type OmitReason = (typeof omitReasons)[number];
