import { expect, it } from "vitest";
import type { ApiServer } from "../../src/cluster/api-server.ts";
import { withDeadline } from "../../src/cluster/with-deadline.ts";

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (;;) yield new Uint8Array(1);
}

const request = { method: "GET", path: "/version" } as const;
const expired = "the cluster could not be read within 2 s";

it("rejects the requests and the parts of a response after the time", async () => {
  let now = 0;
  const server: ApiServer = async ({ isStream }) => ({ body: isStream ? chunks() : "body", date: undefined });
  const api = withDeadline(server, 2000, () => now);
  expect(await api(request)).toMatchObject({ body: "body" });
  const { body } = await api({ ...request, isStream: true });
  let read = 0;
  const reading = async (): Promise<void> => {
    for await (const _ of body as AsyncIterable<Uint8Array>) {
      read++;
      now += 500;
    }
  };
  await expect(reading()).rejects.toThrow(expired);
  expect(read).toBe(5);
  await expect(api(request)).rejects.toThrow(expired);
});
