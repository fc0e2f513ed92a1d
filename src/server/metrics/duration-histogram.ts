/** Upper bounds in seconds: a renewal takes a fraction of a millisecond, the longest webhook timeout is 30 s; Kubernetes' own bounds are among them. */
const bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A Prometheus histogram without labels, kept as plain numbers: prom-client's own costs twenty times as much an observation. */
export class DurationHistogram {
  readonly #head: string;
  readonly #name: string;
  /** One more than there are bounds: the last counts what is above them all. */
  readonly #counts: number[] = [...bounds.map(() => 0), 0];
  #sum = 0;

  constructor(name: string, help: string) {
    this.#head = `# HELP ${name} ${help}\n# TYPE ${name} histogram\n`;
    this.#name = name;
  }

  observe(seconds: number): void {
    let at = 0;
    while (at < bounds.length && seconds > (bounds[at] ?? 0)) at++;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** In Prometheus' text format. */
  text(): string {
    let total = 0;
    const buckets = this.#counts.map((count, at) => {
      total += count;
      return `${this.#name}_bucket{le="${bounds[at] ?? "+Inf"}"} ${total}\n`;
    });
    return `${this.#head}${buckets.join("")}${this.#name}_sum ${this.#sum}\n${this.#name}_count ${total}\n`;
  }
}
