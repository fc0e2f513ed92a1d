import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { buildLoad, type Load } from "./load.ts";
import { terminate } from "./served.ts";

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

it("200 connections with 100 file descriptors: the accepted ones are served, and the others after these have closed", async () => {
  const served = await serveCli([], asImage({ through: ["prlimit", "--nofile=100"] }));
  const sockets = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = connect(served.port, "127.0.0.1");
      socket.on("error", () => {});
      await Promise.race([once(socket, "connect"), once(socket, "close")]);
      return socket;
    }),
  );
  const early = await load.send({
    ...served,
    review: legalBody,
    flags: ["-workers", "20", "-rate", "100", "-for", "2s", "-timeout", "1s"],
  });
  for (const socket of sockets) socket.destroy();
  await wait(1_000);
  const after = await load.send({ ...served, review: legalBody, flags: ["-rate", "200", "-for", "3s"] });
  expect(Object.keys(early)).not.toEqual(["200"]);
  expect(Object.keys(after)).toEqual(["200"]);
  expect(after["200"]).toBeGreaterThan(200);
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});
