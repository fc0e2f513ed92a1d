/**
 * A JavaScript expression for the peak resident memory of a process in MiB. `fs` must be Node's
 * module `fs`. `resourceUsage().maxRSS` is too large: on Linux, a child process starts with the
 * peak of its parent.
 */
export const peakMemory = '/^VmHWM:\\s+(\\d+) kB$/m.exec(fs.readFileSync("/proc/self/status", "utf8"))[1] / 1024';
