import { expect, it } from "vitest";
import { serveFlagNames } from "../../../src/core/text/installed-name.ts";
import { serveCommand } from "../../../src/webhook/command.ts";

const defined = serveCommand().options.map(({ long }) => long);

it.each(Object.values(serveFlagNames))("serve has the flag %s", (name) => {
  expect(defined).toContain(name);
});
