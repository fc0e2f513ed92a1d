import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { sendError } from "./answer.ts";
import { type AppOptions, createReviewHandler, hasOneHost } from "./review-handler.ts";

/** The webhook's one route, `POST /validate`; everything else is answered with a JSON Status too. */
export function createApp(options: AppOptions): Express {
  const { metrics } = options;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.disable("query parser");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  // First, and alone on its way: every layer before it would cost each review 2 % of its time.
  app.post("/validate", createReviewHandler(options));
  const count: RequestHandler = (_request, _response, next) => {
    metrics.refused("bad_request");
    next();
  };
  app.use(count, onlyOneHost);
  app.all("/validate", (_request, response) => {
    response.setHeader("Allow", "POST");
    sendError(response, 405, "must be POST");
  });
  app.use(notFound);
  app.use(answerError(options));
  return app;
}

const onlyOneHost: RequestHandler = (request, response, next) => {
  if (hasOneHost(request)) next();
  else sendError(response, 400, "must have one Host header");
};

const notFound: RequestHandler = (_request, response) => {
  sendError(response, 404, "must be POST /validate");
};

/** Express knows an error handler by its four parameters. */
function answerError({ log, metrics }: AppOptions): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // A client that has hung up gets no answer; the request itself is destroyed as soon as it is read.
    if (request.socket.destroyed || response.headersSent) return;
    if (error instanceof URIError) return sendError(response, 400, "the path must be well-formed");
    metrics.refused("internal_error");
    log.error({ err: error }, "request failed");
    sendError(response, 500, "internal error");
  };
}
