import { once } from "node:events";
import { createServer } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";
import { describe, expect, it } from "vitest";
import { helloState } from "../../../src/webhook/http/handshakes.ts";
import { portOf } from "../../harness/port-of.ts";

/** Returns the ClientHello that Node.js sends. */
async function helloOf(options: ConnectionOptions): Promise<Buffer> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect({ ...options, host: "127.0.0.1", port: portOf(server) });
  client.on("error", () => {});
  const [socket] = await once(server, "connection");
  const [hello] = await once(socket, "data");
  client.destroy();
  server.close();
  return hello;
}

/** Divides the content of the record into records with at most `size` bytes of content each. */
function divided(record: Buffer, size: number): Buffer {
  const content = record.subarray(5);
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; at += size) {
    const part = content.subarray(at, at + size);
    const header = Buffer.from(record.subarray(0, 5));
    header.writeUInt16BE(part.length, 3);
    parts.push(header, part);
  }
  return Buffer.concat(parts);
}

/** Returns a record with a message that announces this number of bytes. */
function announcing(bytes: number): Buffer {
  const record = Buffer.from("16030100c8010000000303", "hex");
  record.writeUIntBE(bytes, 6, 3);
  return record;
}

describe("a ClientHello of Node.js is complete only with its last byte", () => {
  it.each<readonly [string, ConnectionOptions, number]>([
    ["of TLS 1.3", {}, Number.POSITIVE_INFINITY],
    ["of TLS 1.2", { maxVersion: "TLSv1.2" }, Number.POSITIVE_INFINITY],
    ["with a name", { servername: "lease-guard.example" }, Number.POSITIVE_INFINITY],
    ["in records of 100 bytes", {}, 100],
    ["in records of 4 bytes", {}, 4],
  ])("%s", async (_name, options, size) => {
    const hello = divided(await helloOf(options), size);
    const states = Array.from(hello, (_byte, length) => helloState(hello.subarray(0, length)));
    expect(new Set(states)).toEqual(new Set(["partial"]));
    expect(helloState(hello)).toBe("complete");
    expect(helloState(Buffer.concat([hello, hello]))).toBe("complete");
  });
});

it("the last record of a ClientHello can have a single byte", async () => {
  const hello = await helloOf({});
  const parts = divided(hello, hello.length - 6);
  expect(helloState(parts.subarray(0, -1))).toBe("partial");
  expect(helloState(parts)).toBe("complete");
});

it.each<readonly [string, Buffer, "partial" | "invalid"]>([
  ["no byte", Buffer.alloc(0), "partial"],
  ["a request without TLS", Buffer.from("GET / HTTP/1.1\r\n\r\n"), "invalid"],
  ["one byte of another protocol", Buffer.from("G"), "invalid"],
  ["an alert", Buffer.from("15030100020100", "hex"), "invalid"],
  ["an empty record", Buffer.from("1603010000", "hex"), "invalid"],
  ["a record of 3 bytes", Buffer.from("1603010003010000", "hex"), "invalid"],
  [
    "an alert after a part of the message",
    Buffer.from(`1603010004010000f01503010002${"01".repeat(2)}`, "hex"),
    "invalid",
  ],
  ["an empty record after a part of the message", Buffer.from("1603010004010000f01603010000", "hex"), "invalid"],
  ["a record of 16 KiB", Buffer.from("1603014000", "hex"), "partial"],
  ["a record of more than 16 KiB", Buffer.from("1603014001", "hex"), "invalid"],
  ["a message of 16 KiB", announcing(16 * 1024 - 4), "partial"],
  ["a message of more than 16 KiB", announcing(16 * 1024 - 3), "invalid"],
])("%s", (_name, bytes, state) => {
  expect(helloState(bytes)).toBe(state);
});
