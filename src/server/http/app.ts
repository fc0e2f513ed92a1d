import express, { type ErrorRequestHandler, type Express } from "express";
import { refuseRequest, sendError } from "./http-errors.ts";
import { type AppOptions, createReviewHandler } from "./review-handler.ts";

/** The webhook's one route, `POST /validate`; everything else is answered with a JSON Status too. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.disable("query parser");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  const { refuseCaller, log, metrics } = options;
  if (refuseCaller !== undefined) {
    app.use((request, response, next) => {
      const refusal = refuseCaller(request);
      if (refusal === undefined) return next();
      metrics.refused("unauthorized");
      log.warn({ code: refusal.code, reason: refusal.message }, "refused");
      return sendError(response, refusal.code, refusal.message);
    });
  }
  app.post("/validate", createReviewHandler(options));
  app.all("/validate", (_request, response) => {
    response.setHeader("Allow", "POST");
    refuseRequest(metrics, response, 405, "must be POST");
  });
  app.use((_request, response) => refuseRequest(metrics, response, 404, "must be POST /validate"));
  app.use(answerError(options));
  return app;
}

/** Express knows an error handler by its four parameters. */
function answerError({ log, metrics }: AppOptions): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // A client that has hung up gets no answer; the request itself is destroyed as soon as it is read.
    if (request.socket.destroyed || response.headersSent) return;
    if (error instanceof URIError) return refuseRequest(metrics, response, 400, "the path must be well-formed");
    metrics.refused("internal_error");
    log.error({ err: error }, "request failed");
    sendError(response, 500, "internal error");
  };
}
