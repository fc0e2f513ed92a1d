import type { ServerResponse } from "node:http";
import { lingerMs, maxLingering } from "../limits.ts";

/**
 * Closes connections whose request body has not arrived, some time after the response. If the
 * server closed such a connection at once, a client that still sends its body would not receive the
 * response. The server does not read the rest of the body, because reading would take memory and
 * time.
 */
export class LingeringCloses {
  /** The responses whose connections wait, the oldest first. */
  readonly #waiting: Set<ServerResponse> = new Set();

  /**
   * Ends a response whose content has been written, after `lingerMs`. If more than `maxLingering`
   * responses wait, ends the oldest one at once, because its client has had the most time.
   */
  end(response: ServerResponse): void {
    const timer = setTimeout(() => response.end(), lingerMs);
    response.on("close", () => {
      clearTimeout(timer);
      this.#waiting.delete(response);
    });
    this.#waiting.add(response);
    const [oldest] = this.#waiting;
    if (this.#waiting.size <= maxLingering || oldest === undefined) return;
    this.#waiting.delete(oldest);
    oldest.end();
  }
}
