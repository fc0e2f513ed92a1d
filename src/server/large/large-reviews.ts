import { Worker } from "node:worker_threads";
import { failed, ok, type Result } from "../../field/result.ts";
import type { Policy } from "../../policy/policy.ts";
import { largeReviewHeapMegabytes, largeReviewIdleMs, largeReviewKeptHeapBytes } from "../limits.ts";
import type { LargeReviewMessage, LargeReviewResult } from "./large-review-worker.ts";

/** The reason why a large review has no result. `crash` is a bug, or a lack of memory. */
export type LargeReviewProblem = "deadline" | { readonly crash: unknown };

/** Takes the result of a large review. */
export type TakeLargeReview = (result: Result<LargeReviewResult, LargeReviewProblem>) => void;

/** The worker file, and the state of the server that the worker needs. */
export interface LargeReviewOptions {
  readonly workerFile: URL;
  /** Returns the active policy. */
  readonly policy: () => Policy;
  /** True if the server records reviews. */
  readonly records: boolean;
  /** The heap of the thread in megabytes. */
  readonly heapMegabytes?: number;
}

interface Task {
  readonly deadline: NodeJS.Timeout;
  readonly take: TakeLargeReview;
}

/**
 * Validates large reviews one after the other in a thread with its own heap, so that small reviews
 * never wait for a large one. A review that exceeds its deadline or its memory ends only the
 * thread, and the next large review starts another one. Without work, the thread ends after a while
 * and frees its memory.
 */
export class LargeReviews {
  readonly #options: LargeReviewOptions;
  /** The tasks in the order of their arrival, with their bodies. */
  readonly #waiting: Map<Task, { readonly body: Uint8Array; readonly arrived: Date }> = new Map();
  #current: Task | undefined;
  #worker: Worker | undefined;
  #ending = false;
  #sentPolicy: Policy | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: LargeReviewOptions) {
    this.#options = options;
  }

  /**
   * Validates a body that arrived now, and calls `take` once. The body moves to the thread. Returns
   * a function that cancels the review. A canceled review never calls `take`.
   */
  review(body: Uint8Array, patienceMs: number, take: TakeLargeReview): () => void {
    const onDeadline = () => {
      this.#drop(task);
      take(failed("deadline"));
    };
    const task: Task = { deadline: setTimeout(onDeadline, patienceMs), take };
    this.#waiting.set(task, { body, arrived: new Date() });
    this.#next();
    return () => this.#drop(task);
  }

  /** Ends the thread. Reviews without a result never get one. */
  async close(): Promise<void> {
    for (const task of this.#waiting.keys()) clearTimeout(task.deadline);
    clearTimeout(this.#current?.deadline);
    this.#waiting.clear();
    this.#current = undefined;
    await this.#terminate();
  }

  #next(): void {
    const [next] = this.#waiting;
    if (this.#current !== undefined || this.#ending || next === undefined) return;
    clearTimeout(this.#idle);
    const [task, { body, arrived }] = next;
    this.#waiting.delete(task);
    this.#current = task;
    const { workerFile, policy, records } = this.#options;
    const active = policy();
    this.#worker ??= this.#start(workerFile);
    if (active !== this.#sentPolicy) send(this.#worker, { policy: active });
    this.#sentPolicy = active;
    // The body moves to the thread. A body that shares its memory is copied first.
    const own = body.length === body.buffer.byteLength && body.buffer instanceof ArrayBuffer ? body.buffer : new Uint8Array(body).buffer;
    send(this.#worker, { body: new Uint8Array(own), arrived, records }, [own]);
  }

  #start(file: URL): Worker {
    const { heapMegabytes = largeReviewHeapMegabytes } = this.#options;
    const worker = new Worker(file, {
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 8 },
      env: {},
    });
    worker.unref();
    worker.on("message", (result: LargeReviewResult) => this.#finish(worker, ok(result)));
    worker.on("error", (crash) => this.#finish(worker, failed({ crash })));
    return worker;
  }

  /** Ends the current review. A thread that crashed is replaced. */
  #finish(worker: Worker, result: Result<LargeReviewResult, LargeReviewProblem>): void {
    const task = this.#current;
    if (worker !== this.#worker) return;
    if (!result.ok) this.#forget();
    this.#current = undefined;
    if (result.ok && result.value.heapBytes > largeReviewKeptHeapBytes) void this.#terminate();
    else this.#idle = setTimeout(() => void this.#terminate(), largeReviewIdleMs).unref();
    this.#next();
    if (task === undefined) return;
    clearTimeout(task.deadline);
    task.take(result);
  }

  /** Gives up a review. The thread is replaced if it works on this review. */
  #drop(task: Task): void {
    clearTimeout(task.deadline);
    if (this.#waiting.delete(task) || this.#current !== task) return;
    this.#current = undefined;
    void this.#terminate();
  }

  /** Ends the thread. The next thread starts after that, because the memory is enough for one. */
  async #terminate(): Promise<void> {
    const worker = this.#worker;
    this.#forget();
    this.#ending = true;
    await worker?.terminate();
    this.#ending = false;
    this.#next();
  }

  #forget(): void {
    clearTimeout(this.#idle);
    this.#worker = undefined;
    this.#sentPolicy = undefined;
  }
}

function send(worker: Worker, message: LargeReviewMessage, transferred: readonly ArrayBuffer[] = []): void {
  worker.postMessage(message, transferred);
}
