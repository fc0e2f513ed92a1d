// Writes the recording that docs/learn-tutorial.md uses. A test compares the file with a new one.
import { writeFileSync } from "node:fs";
import { threeTeams, threeTeamsFile } from "../test/learn/three-teams.ts";

writeFileSync(threeTeamsFile, threeTeams());
