import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import { reviewBody } from "../admission/review.ts";
import type { Validate } from "../validate/validate.ts";
import { isErrorCode, sendError, sendJson } from "./answer.ts";
import { maxBodyBytes } from "./limits.ts";
import { logReply } from "./log.ts";

/** What the routes need. */
export interface AppOptions {
  readonly validate: Validate;
  readonly log: Logger;
  /** True once the server stops: answers then ask the client to open no further request on its connection. */
  readonly draining: () => boolean;
}

/** The webhook's one route, `POST /validate`; everything else is answered with a JSON Status too. */
export function createApp({ validate, log, draining }: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.disable("query parser");
  const review: RequestHandler = (request, response) => {
    const start = performance.now();
    const body: unknown = request.body;
    const reply = reviewBody(body instanceof Uint8Array ? body : new Uint8Array(), validate);
    if (draining()) response.setHeader("Connection", "close");
    sendJson(response, reply.httpStatus, reply.body);
    logReply(log, reply, performance.now() - start);
  };
  app.post("/validate", onlyJson, express.raw({ type: () => true, limit: maxBodyBytes, inflate: false }), review);
  app.all("/validate", (_request, response) => {
    response.setHeader("Allow", "POST");
    sendError(response, 405, "must be POST");
  });
  app.use((_request, response) => sendError(response, 404, "must be POST /validate"));
  app.use(answerError(log));
  return app;
}

/** `application/json` with any parameters: what else it is, the bytes themselves tell. */
const onlyJson: RequestHandler = (request, response, next) => {
  if (request.is("application/json") !== false) next();
  else sendError(response, 415, "Content-Type must be application/json");
};

/** Express knows an error handler by its four parameters. */
function answerError(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const { status, type } = error as { readonly status?: unknown; readonly type?: unknown };
    if (response.headersSent || response.destroyed) return;
    if (type === "entity.too.large") sendError(response, 413, `the body must not be more than ${maxBodyBytes} bytes`);
    else if (type === "encoding.unsupported") sendError(response, 415, "Content-Encoding must be identity");
    else if (isErrorCode(status) && status < 500) sendError(response, status, "must be a well-formed HTTP request");
    else {
      log.error({ err: error }, "request failed");
      sendError(response, 500, "internal error");
    }
  };
}
