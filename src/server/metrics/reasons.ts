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

export const closeReasons = ["limit", "refused", "unread"] as const;

export type CloseReason = (typeof closeReasons)[number];

export const omitReasons = ["connection", "sampled"] as const;

export type OmitReason = (typeof omitReasons)[number];
