import type { ServerResponse } from "node:http";
import { lingerMs, maxLingering } from "../limits.ts";

/**
 * Closes connections whose request body has not arrived, some time after the response. If the
 * server closed such a connection at once, a client that still sends its body would not receive the
 * response. The server does not read the rest of the body, because reading would take memory and
 * time.
 */
export class LingeringCloses {
  #count = 0;

  /**
   * Ends a response whose content has been written. Waits for `lingerMs` first, unless
   * `maxLingering` connections already wait.
   */
  end(response: ServerResponse): void {
    if (this.#count >= maxLingering) {
      response.end();
      return;
    }
    this.#count++;
    const timer = setTimeout(() => response.end(), lingerMs);
    response.on("close", () => {
      clearTimeout(timer);
      this.#count--;
    });
  }
}
