/**
 * An expression that returns the peak of a process' resident memory in MiB; `fs` must be node's
 * module. `resourceUsage().maxRSS` is not usable: on Linux, it starts with the memory of the parent
 * at the fork (execve(2), setmax_mm_hiwater_rss), and the worker of a test grows.
 */
export const peakMemory = '/^VmHWM:\\s+(\\d+) kB$/m.exec(fs.readFileSync("/proc/self/status", "utf8"))[1] / 1024';
