import { expect, it } from "vitest";
import { serveCommand } from "../../../src/webhook/command.ts";
import { serveFlagNames } from "../../../src/core/text/serve-flag-names.ts";

const defined = serveCommand().options.map(({ long }) => long);

it.each(Object.values(serveFlagNames))("serve has the flag %s", (name) => {
  expect(defined).toContain(name);
});
