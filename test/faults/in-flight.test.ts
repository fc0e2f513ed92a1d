import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "node:tls";
import { expect, it } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { post } from "../harness/raw-request.ts";

it("a review that takes 8 s to come is answered, though SIGTERM came after one", async () => {
  const { child, port, ca, ended } = await serveCli();
  const socket = connect({ host: "127.0.0.1", port, ca });
  await once(socket, "secureConnect");
  const answered = once(socket, "data");
  const request = post();
  for (let second = 0; second < 8; second++) {
    socket.write(request.slice(second * 100, (second + 1) * 100));
    await wait(1000);
    if (second === 0) child.kill("SIGTERM");
  }
  socket.write(request.slice(800));
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n[\s\S]*"allowed":true/i);
  expect(await ended(5_000)).toMatchObject({ code: 0, signal: null });
});
