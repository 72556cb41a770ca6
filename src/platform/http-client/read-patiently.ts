import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonReply } from './json-request.ts'

interface WaitOptions {
  /** A signal that ends the wait. */
  signal: AbortSignal
  /** The longest wait that the service may ask for, in milliseconds. */
  maxWaitMs?: number | undefined
}

const maxAttempts = 6
const defaultWaitMs = 5_000

/** Reads, and waits when the service asks for it: with the status 429, or with 503 and `Retry-After`. Gives up after six requests. */
export async function readPatiently(
  read: () => Promise<JsonReply>,
  { signal, maxWaitMs = 60_000 }: WaitOptions,
): Promise<JsonReply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await read()
    if (!reply.ok || attempt === maxAttempts || signal.aborted) return reply
    const after = reply.headers['retry-after']
    if (reply.status !== 429 && !(reply.status === 503 && after !== undefined)) return reply
    const seconds = Number(after)
    const askedMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : defaultWaitMs
    await sleep(Math.min(askedMs, maxWaitMs), undefined, { signal }).catch(() => undefined)
  }
}
