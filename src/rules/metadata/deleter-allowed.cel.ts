import { type CelDefinition, defineCel } from "../cel/cel-rule.ts";
import { isAllowedUser } from "../cel/patterns.ts";
import { not } from "../cel/text.ts";
import type { AllowedUsers } from "../shared/require-match.ts";

export const cel: CelDefinition = defineCel<AllowedUsers>({
  findings: ({ parameters }) => [{ field: "", reports: not(isAllowedUser(parameters)) }],
});
