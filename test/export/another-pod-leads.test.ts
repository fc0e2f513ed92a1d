import { describe, expect, it } from "vitest";
import { anotherPodLeads } from "../../src/export/another-pod-leads.ts";

// test/tools/cel-fence.test.ts evaluates the conditions with the CEL engine of kube-apiserver.
describe("the condition of a fence", () => {
  it.each([
    ["POD", "holder == pod", "[holder].exists(name, "],
    ["POD_*", "holder.startsWith(pod + '_')", "[holder.split('_')[0]].exists(name, "],
    [
      "POD-external-cert-manager-controller",
      "holder == pod + '-external-cert-manager-controller'",
      "[holder.substring(0, size(holder) - 33)].exists(name, ",
    ],
    ["NODE_*", "holder.startsWith(node.split('.')[0] + '_')", "name.split('.')[0] != node.split('.')[0]"],
  ])("for the identity %s compares the holder with the writer, and requires the form", (identity, own, form) => {
    const condition = anotherPodLeads({ identity, deletes: false });
    expect(condition).toContain(own);
    expect(condition).toContain(form);
  });

  it("has a limit before the renewal, except if it also applies to deletes", () => {
    const [updates, deletes] = [false, true].map((each) => anotherPodLeads({ identity: "POD", deletes: each }));
    expect(updates).toContain(">= renewed - term");
    expect(deletes).not.toContain(">= renewed - term");
    expect(deletes).toContain("request.operation == 'DELETE'");
  });
});
