import { newest } from "./harness/release.ts";
import { exportedScopes } from "./scenarios/exported-scopes.ts";

exportedScopes(newest);
