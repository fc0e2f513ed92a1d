/**
 * An expression with which a process prints its peak of resident memory, in MiB, where `fs` is node's. Not `resourceUsage().maxRSS`:
 * on Linux that begins with what the parent had at the fork (execve(2), setmax_mm_hiwater_rss), and a test's worker grows.
 */
export const peakMemory = '/^VmHWM:\\s+(\\d+) kB$/m.exec(fs.readFileSync("/proc/self/status", "utf8"))[1] / 1024';
