import { request } from "node:https";
import type { Served } from "./cli.ts";

export interface Answer {
  readonly response: {
    readonly uid: string;
    readonly allowed: boolean;
    readonly warnings?: readonly string[];
    readonly status?: {
      readonly code: number;
      readonly details: { readonly causes: readonly { readonly field: string; readonly message: string }[] };
    };
  };
}

/** Posts a review in the same way as the API server. Trusts only the CA of the webhook. */
export function post({ url, ca }: Served, body: string | Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/validate?timeout=2s`, {
      ca,
      agent: false,
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    sent.once("error", reject);
    sent.once("response", (answer) =>
      resolve(answer.toArray().then((chunks) => JSON.parse(chunks.join("")) as Answer)),
    );
    sent.end(body);
  });
}
