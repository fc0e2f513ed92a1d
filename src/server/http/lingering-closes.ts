import type { ServerResponse } from "node:http";
import { lingerMs, maxLingering } from "../limits.ts";

/**
 * Closes connections whose request body has not arrived. If the server closed such a connection at
 * once, the system would reset it, and a client that still sends its body would not see the
 * response. The server therefore closes the connection later. It does not read the rest of the
 * body, because this would take memory and time.
 */
export class LingeringCloses {
  #count = 0;

  /**
   * Ends a response after its content has been written: after `lingerMs`, or at once if
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
