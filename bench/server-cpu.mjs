import { readdirSync, readFileSync } from "node:fs";

/**
 * Returns the processor time in milliseconds of the kube-apiserver that this process started, and
 * of the lease-guard servers that it started.
 */
export function serverCpuMs() {
  known ??= serverPids();
  let nanoseconds = 0;
  for (const pid of known)
    for (const task of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(textOf(`/proc/${pid}/task/${task}/schedstat`).split(" ")[0]);
  return nanoseconds / 1e6;
}

let known;

function serverPids() {
  const pids = readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && parentOf(pid) === process.pid && isServer(pid),
  );
  if (pids.length === 0) throw new Error("kube-apiserver does not run");
  return pids;
}

function parentOf(pid) {
  return Number(/\) \S (\d+)/.exec(textOf(`/proc/${pid}/stat`))?.[1]);
}

function isServer(pid) {
  return /kube-apiserver|dist\/cli\/main\.js/.test(textOf(`/proc/${pid}/cmdline`));
}

/** Returns the text of a file, or "" if the process or thread has ended. */
function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
