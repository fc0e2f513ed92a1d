import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from "express";
import type { Logger } from "pino";
import { reviewBody } from "../admission/review.ts";
import type { Validate } from "../validate/validate.ts";
import { type ErrorCode, sendError, sendJson } from "./answer.ts";
import { maxBodyBytes } from "./limits.ts";
import { logReply } from "./log.ts";
import { readBody } from "./read-body.ts";

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
  app.enable("case sensitive routing");
  app.enable("strict routing");
  const refuse = (response: Response, code: ErrorCode, reason: string) => {
    log.warn({ code, reason }, "refused");
    sendError(response, code, reason);
  };
  app.use(onlyOneHost);
  app.post("/validate", async (request, response) => {
    const unsupported = unsupportedMedia(request);
    if (unsupported !== undefined) return refuse(response, 415, unsupported);
    const body = await readBody(request, maxBodyBytes);
    if (body === undefined) return refuse(response, 413, `the body must not be more than ${maxBodyBytes} bytes`);
    const start = performance.now();
    const reply = reviewBody(body, validate, new Date());
    if (draining()) response.setHeader("Connection", "close");
    sendJson(response, reply.httpStatus, reply.body);
    logReply(log, reply, performance.now() - start);
  });
  app.all("/validate", (_request, response) => {
    response.setHeader("Allow", "POST");
    sendError(response, 405, "must be POST");
  });
  app.use(notFound);
  app.use(answerError(log));
  return app;
}

/** JSON with any parameters, for what charset it is the bytes themselves tell; never compressed. */
function unsupportedMedia({ headers }: Request): string | undefined {
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1);
  if (type.trim().toLowerCase() !== "application/json") return "Content-Type must be application/json";
  const encoding = headers["content-encoding"] ?? "identity";
  return encoding.toLowerCase() === "identity" ? undefined : "Content-Encoding must be identity";
}

/** RFC 9112, section 3.2: HTTP/1.1 has one Host, neither none nor two. */
const onlyOneHost: RequestHandler = (request, response, next) => {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length === 1 || (hosts.length === 0 && request.httpVersion === "1.0")) next();
  else sendError(response, 400, "must have one Host header");
};

const notFound: RequestHandler = (_request, response) => {
  sendError(response, 404, "must be POST /validate");
};

/** Express knows an error handler by its four parameters. */
function answerError(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // A client that has hung up gets no answer; the request itself is destroyed as soon as it is read.
    if (request.socket.destroyed || response.headersSent) return;
    if (error instanceof URIError) return sendError(response, 400, "the path must be well-formed");
    log.error({ err: error }, "request failed");
    sendError(response, 500, "internal error");
  };
}
