import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { threeTeams, threeTeamsFile } from "./three-teams.ts";

it("is the recording in the repository; after a change of the clients, run npm run docs", () => {
  expect(readFileSync(threeTeamsFile, "utf8")).toBe(threeTeams());
});
