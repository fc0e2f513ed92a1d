import { expect, test } from "vitest";
import { observe } from "../../src/recording/observed-write.ts";
import { type Act, at, submissionsOf, term } from "../election/history.ts";
import { learnFrom } from "./learned-from.ts";

test("a writer without an objection has the time of its own first write", async () => {
  const renewals = Array.from(
    { length: 50 },
    (_, index): Act => ({ at: index, spec: { ...term("controller", 0), renewTime: at(index) } }),
  );
  const by = { username: "system:serviceaccount:team-b:x", groups: ["system:serviceaccounts"] };
  const labels = {
    at: 60,
    spec: { ...term("controller", 0), renewTime: at(49) },
    metadata: { labels: { seen: "1" } },
    by,
  };
  const { notable } = await learnFrom(submissionsOf({ acts: [...renewals, labels] }).map(observe));
  expect(notable).toMatchObject([{ role: "unexplained", user: by.username, first: new Date(at(60)) }]);
});
