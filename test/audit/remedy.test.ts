import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { deleteCommand } from "../../src/audit/audit.ts";
import { shellQuote } from "../../src/core/text/shell-quote.ts";

const record = {
  apiVersion: "coordination.k8s.io/v1",
  resource: "leases",
  namespace: "team-a",
  name: "controller",
  uid: "4e31a24a-9dda-4f03-a501-6608998bae3a",
  resourceVersion: "227",
};

it("prints a command that deletes one version of an object", () => {
  expect(deleteCommand(record, "kubectl --context test")).toBe(
    `printf %s '{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"4e31a24a-9dda-4f03-a501-6608998bae3a","resourceVersion":"227"}}' | kubectl --context test delete --raw /apis/coordination.k8s.io/v1/namespaces/team-a/leases/controller -f -`,
  );
});

it.each([{ uid: "" }, { resourceVersion: "" }, { uid: "", resourceVersion: "" }])(
  "prints no command with the empty fields %j",
  (empty) => {
    expect(deleteCommand({ ...record, ...empty }, "kubectl")).toBeUndefined();
  },
);

describe("a word", () => {
  it.each(["a", "", "$(touch x)", "it's", "a b", "a;b", "`id`", "a\\b", "*", "~", '"', "ä"])(
    "%j reaches the program unchanged",
    (word) => {
      expect(execFileSync("sh", ["-c", `printf %s ${shellQuote(word)}`], { encoding: "utf8" })).toBe(word);
    },
  );
});

it("keeps a hostile name in the path of its object", () => {
  const command = deleteCommand({ ...record, name: "../../x'; id #", uid: "a'b" }, "kubectl") ?? "";
  const printed = execFileSync(
    "sh",
    ["-c", command.replace("| kubectl", "| { cat; printf ' %s' \"$@\"; printf '\\n'; } #")],
    {
      encoding: "utf8",
    },
  );
  expect(JSON.parse(printed)).toMatchObject({ preconditions: { uid: "a'b" } });
  expect(command).toContain(
    String.raw`'/apis/coordination.k8s.io/v1/namespaces/team-a/leases/..%2F..%2Fx'\''%3B%20id%20%23'`,
  );
});
