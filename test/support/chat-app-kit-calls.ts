import assert from 'node:assert/strict'
import type { ChatApp, ChatAppEvent } from '#chat-apps'
import { eventually } from './eventually.ts'

/* The calls of the conformance kit of chat apps, which wait for a bounded time. */

/** The time limit of the requests of a chat app under test, in milliseconds. */
export const timeoutMs = 1_000

/** Returns the failure of a call. Throws if the call resolves, rejects with another error, or does not end. */
export async function failureOf(run: () => Promise<unknown>): Promise<Error> {
  const late = AbortSignal.timeout(8 * timeoutMs)
  try {
    await Promise.race([
      run(),
      new Promise<never>((_, reject) => {
        late.onabort = () => reject(new Error('the kit waits no longer'))
      }),
    ])
  } catch (error) {
    assert.ok(error instanceof Error && error.name === 'ChatAppFailure', String(error))
    return error
  }
  throw new assert.AssertionError({ message: 'it did not reject' })
}

/** Listens in the background. The result has the events, and how the listening ended. */
export function startListening(
  app: ChatApp,
  handle: (event: ChatAppEvent) => Promise<void> = async () => {},
) {
  const end = new AbortController()
  const events: ChatAppEvent[] = []
  let isReady = false
  const ended = app
    .listen({
      signal: end.signal,
      onReady() {
        isReady = true
      },
      handle(event) {
        events.push(event)
        return handle(event)
      },
    })
    .then(
      () => 'resolved' as const,
      () => 'rejected' as const,
    )
  return {
    events,
    ended,
    stop: () => end.abort(),
    ready: () => eventually(() => isReady, { timeoutMs: 20_000 }),
  }
}

/** Returns the result of a promise, or that it did not settle. */
export async function within<T>(promise: Promise<T>): Promise<T | 'late'> {
  const late = AbortSignal.timeout(8 * timeoutMs)
  return Promise.race([
    promise,
    new Promise<'late'>((resolve) => {
      late.onabort = () => resolve('late')
    }),
  ])
}
