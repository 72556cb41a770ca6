import { setTimeout as sleep } from 'node:timers/promises'

interface EventuallyOptions {
  /**
   * The timeout in milliseconds. The default is 30 s. It is generous, because a
   * busy machine must not fail a test.
   */
  timeoutMs?: number
  intervalMs?: number
  /** The text that says what was expected. A function is called only after the timeout. */
  message?: string | (() => string | Promise<string>)
}

type Truthy<T> = Exclude<T, false | undefined | null | 0 | ''>

/** Repeats a check until its result is truthy. Returns that result. Throws after the timeout. */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { timeoutMs = 30_000, intervalMs = 10, message = 'the condition' }: EventuallyOptions = {},
): Promise<Truthy<T>> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const result = (await check()) as T
    if (result) return result as Truthy<T>
    if (performance.now() > deadline) {
      const expected = typeof message === 'string' ? message : await message()
      throw new Error(`not true within ${timeoutMs} ms: ${expected}`)
    }
    await sleep(intervalMs)
  }
}

interface NeverOptions {
  forMs?: number
  intervalMs?: number
  message?: string
}

/** Repeats a check for some time. Throws as soon as its result is truthy. */
export async function never(
  check: () => unknown,
  { forMs = 300, intervalMs = 10, message = 'the condition' }: NeverOptions = {},
): Promise<void> {
  const end = performance.now() + forMs
  for (;;) {
    if (await check()) throw new Error(`became true: ${message}`)
    if (performance.now() > end) return
    await sleep(intervalMs)
  }
}

/** Repeats a batch job until it finds nothing to do. Throws if the job never runs out of work. */
export async function drain(runBatch: () => Promise<number>, maxBatches = 10_000): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) if ((await runBatch()) === 0) return
  throw new Error(`still work to do after ${maxBatches} batches`)
}
