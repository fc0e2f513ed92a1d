// Writes the outcome of each attack into docs/attacks.md. A test compares the page with the current
// outcomes.
import { writeFileSync } from "node:fs";
import { attacksFile, attacksPage } from "../test/election/attacks-page.ts";

writeFileSync(attacksFile, attacksPage());
