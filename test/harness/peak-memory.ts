/**
 * A JavaScript expression for the peak resident memory of a process in MiB. `fs` must be the module
 * `fs` of Node.js. `resourceUsage().maxRSS` is too large: on Linux, a child process starts with the
 * peak of its parent.
 */
export const peakMemory = '/^VmHWM:\\s+(\\d+) kB$/m.exec(fs.readFileSync("/proc/self/status", "utf8"))[1] / 1024';
