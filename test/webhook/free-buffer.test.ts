import { expect, test } from "vitest";
import { freeBuffer, freeWhole } from "../../src/webhook/free-buffer.ts";

const mebibytes = 32;

test("the memory of a buffer is free at once", () => {
  const bytes = Buffer.alloc(mebibytes * 1024 * 1024, 1);
  // The allocation can cause a garbage collection, which frees buffers of other tests.
  const allocated = process.memoryUsage().arrayBuffers;
  freeBuffer(bytes.buffer);
  expect(bytes.buffer.byteLength).toBe(0);
  expect(allocated - process.memoryUsage().arrayBuffers).toBeGreaterThan((mebibytes - 1) * 1024 * 1024);
});

test("a buffer that has no memory is left alone", () => {
  const { buffer } = new Uint8Array(1);
  freeBuffer(buffer);
  expect(() => freeBuffer(buffer)).not.toThrow();
});

test("a view that shares its buffer is left alone", () => {
  const whole = new Uint8Array(16);
  freeWhole(whole.subarray(8));
  expect(whole.byteLength).toBe(16);
  freeWhole(whole);
  expect(whole.byteLength).toBe(0);
});
