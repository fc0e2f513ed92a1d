import { readdirSync, readFileSync } from "node:fs";

/** Returns the processor time in milliseconds of the kube-apiserver that this process started. */
export function serverCpuMs() {
  const pid = serverPid();
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`)) nanoseconds += Number(textOf(`/proc/${pid}/task/${task}/schedstat`).split(" ")[0]);
  return nanoseconds / 1e6;
}

let known;

function serverPid() {
  known ??= readdirSync("/proc").find((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const [, name, rest] = /\((.*)\) (.*)/s.exec(textOf(`/proc/${pid}/stat`)) ?? [];
    return name === "kube-apiserver" && Number(rest.split(" ")[1]) === process.pid;
  });
  if (known === undefined) throw new Error("kube-apiserver does not run");
  return known;
}

/** Returns the text of a file, or "" if the process or thread has ended. */
function textOf(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
