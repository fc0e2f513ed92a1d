import { Worker } from "node:worker_threads";
import { failed, ok, type Result } from "../../core/field/result.ts";
import type { Policy } from "../../policy/policy.ts";
import { largeReviewHeapMegabytes, largeReviewIdleMs, largeReviewKeptHeapBytes, workerOptions } from "../limits.ts";
import type { LargeReviewMessage, LargeReviewResult } from "./large-review-worker.ts";

/**
 * The reason why a large review has no result. `memory` means that the review needs more memory
 * than the thread may use. A `crash` is caused by a bug.
 */
export type LargeReviewProblem = "deadline" | "memory" | { readonly crash: unknown };

export type TakeLargeReview = (result: Result<LargeReviewResult, LargeReviewProblem>) => void;

export interface LargeReviewOptions {
  readonly workerFile: URL;
  readonly policy: () => Policy;
  readonly records: boolean;
  /**
   * Maximum heap of the thread in megabytes, without the young generation. The default is
   * `largeReviewHeapMegabytes`.
   */
  readonly heapMegabytes?: number;
}

interface Task {
  readonly deadline: NodeJS.Timeout;
  readonly take: TakeLargeReview;
}

/**
 * Validates large reviews one after the other in a thread with its own heap, so that small reviews
 * do not wait. If the current review exceeds its deadline or the memory of the thread, only the
 * thread ends. The next large review starts a new thread. A thread without work ends after
 * `largeReviewIdleMs` and frees its memory.
 */
export class LargeReviews {
  readonly #options: LargeReviewOptions;
  /** The waiting reviews with their bodies, in the order of arrival. */
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
   * Validates a body that has just arrived, and calls `take` once. If there is no result after
   * `patienceMs`, `take` gets `deadline`. Moves the body to the thread, so the caller must not use
   * the body afterwards. Returns a function that cancels the review. A canceled review never calls
   * `take`.
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

  /** Ends the thread. Does not call `take` for the reviews that have no result. */
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
    // Moving a body to the thread moves its whole buffer. If a body shares its buffer with other
    // data, first copies the body.
    const own =
      body.length === body.buffer.byteLength && body.buffer instanceof ArrayBuffer
        ? body.buffer
        : new Uint8Array(body).buffer;
    send(this.#worker, { body: new Uint8Array(own), arrived, records }, [own]);
  }

  #start(file: URL): Worker {
    const { heapMegabytes = largeReviewHeapMegabytes } = this.#options;
    const worker = new Worker(file, workerOptions(heapMegabytes));
    worker.unref();
    worker.on("message", (result: LargeReviewResult) => this.#finish(worker, ok(result)));
    worker.on("error", (error) => this.#finish(worker, failed(isOutOfMemory(error) ? "memory" : { crash: error })));
    return worker;
  }

  /**
   * Takes the result of the current review and starts the next review. If the thread has crashed or
   * its heap is too large, the next review starts a new thread.
   */
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

  /** Cancels a review. If the thread is validating this review, ends the thread. */
  #drop(task: Task): void {
    clearTimeout(task.deadline);
    if (this.#waiting.delete(task) || this.#current !== task) return;
    this.#current = undefined;
    void this.#terminate();
  }

  /**
   * Ends the thread. A new thread starts only after the old thread has ended, because the memory is
   * enough for only one thread.
   */
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

function isOutOfMemory(error: Error): boolean {
  return "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function send(worker: Worker, message: LargeReviewMessage, transferred: readonly ArrayBuffer[] = []): void {
  worker.postMessage(message, transferred);
}
