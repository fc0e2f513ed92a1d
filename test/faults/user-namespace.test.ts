import { expect, it } from "vitest";
import { runCli } from "../harness/cli.ts";
import { startHttpsApi } from "../harness/https-api.ts";

it("audit works for a user without an entry in /etc/passwd, which has no home directory", async () => {
  const { requests, kubeconfig } = await startHttpsApi();
  const command = ["unshare", "--map-user=12345", "env", "--unset=HOME"];
  const through = [...command, `KUBECONFIG=${kubeconfig({ name: "a", token: "token-of-a" })}`];
  expect(await runCli(["audit"], { through })).toMatchObject({ code: 0, stderr: "" });
  expect(requests).not.toEqual([]);
  expect(await runCli(["audit"], { through: [...command, "--unset=KUBECONFIG"] })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("found no kubeconfig in KUBECONFIG"),
  });
});

it.each([
  ["instances", "EMFILE; stop other programs that watch files, or raise fs.inotify.max_user_instances"],
  ["watches", "ENOSPC; name fewer directories, or raise fs.inotify.max_user_watches"],
])("--watch names the limit of Linux if it cannot watch: max_inotify_%s", async (limit, message) => {
  const script = `echo 0 > /proc/sys/user/max_inotify_${limit} && exec "$@"`;
  const through = ["unshare", "--map-root-user", "sh", "-c", script, "sh"];
  expect(await runCli(["check", "--watch", import.meta.dirname], { through })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(`error: --watch: cannot watch the directories: ${message}\\n$`),
  });
});
