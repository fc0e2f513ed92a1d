import { expect, it } from "vitest";
import { decideHolder } from "../../src/guarantee/holder-name.ts";

const pod = (name: string, node = "worker-1") => ({ name, namespace: "team-a", node });
const [web0, web1] = [pod("web-0"), pod("web-1")];
const deployed = pod("web-6d4b8f7c9d-x2x4z");
const uuid = "11111111-2222-3333-4444-555555555555";

it.each([
  ["a pod", { holder: "web-0", pod: web0, siblings: [web1] }, "holds"],
  ["a pod with a UUID", { holder: `web-0_${uuid}`, pod: web0, siblings: [web1] }, "holds"],
  ["a pod of a Deployment", { holder: deployed.name, pod: deployed, siblings: [] }, "holds"],
  ["no holder", { holder: "", pod: undefined, siblings: [] }, "not known"],
  ["a random holder", { holder: uuid, pod: undefined, siblings: [] }, "fails"],
  ["a node", { holder: "worker-1", pod: web0, siblings: [web1] }, "fails"],
  ["a pod with another suffix", { holder: "web-0-external", pod: web0, siblings: [] }, "fails"],
  ["a pod with a name of its own", { holder: "web", pod: pod("web"), siblings: [] }, "fails"],
  ["a sibling that can be the holder", { holder: "web-0", pod: web0, siblings: [pod("worker")] }, "fails"],
])("decides %s", (_, facts, status) => {
  expect(decideHolder(facts).status).toBe(status);
});
