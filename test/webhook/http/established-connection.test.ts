import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { EstablishedConnection } from "../../../src/webhook/http/established-connection.ts";

/** Begins requests on a connection. Each value states whether the whole request has arrived. */
function connectionWith(arrived: readonly boolean[]): EstablishedConnection {
  const connection = new EstablishedConnection();
  for (const complete of arrived) {
    const request = new IncomingMessage(new Socket());
    request.complete = complete;
    connection.begin(request, new ServerResponse(request));
  }
  return connection;
}

it.each<readonly [string, readonly boolean[], boolean]>([
  ["no request", [], true],
  ["a request that is arriving", [false], true],
  ["a whole request", [true], false],
  ["two whole requests", [true, true], false],
  ["a whole request, and another one that is arriving", [true, false], false],
])("a connection with %s", (_name, arrived, gives) => {
  expect(connectionWith(arrived).mayGiveWay()).toBe(gives);
});
