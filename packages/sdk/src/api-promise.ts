import type { IncomingResponse } from './send.ts'

/** An answer with what came along with it. */
export interface WithResponse<T> {
  data: T
  /** Its status and headers. Its body has been read. */
  response: Response
  /** Tell it to support. */
  requestId: string | undefined
  /** What is left of the rate limit. */
  rateLimit: { remaining: number; resetSeconds: number } | undefined
  /** The key that was sent, your own or one that was made for you. */
  idempotencyKey: string | undefined
  /** True when the service had done it before, and this is the answer of that time. */
  isReplayed: boolean
  /** How often it was sent. */
  attempts: number
}

/** What is on its way: await it for the answer, or `withResponse()` for all that came with it. */
export class APIPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #response: Promise<WithResponse<T>>

  constructor(response: Promise<WithResponse<T>>) {
    this.#response = response
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(
    onFulfilled?: ((data: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#response.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally)
  }

  /** The answer with its request id, headers, rate limit and idempotency key. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#response
  }
}

export function toWithResponse<T>(
  { response, attempts }: IncomingResponse,
  data: T,
  idempotencyKey: string | undefined,
): WithResponse<T> {
  const { headers } = response
  const [, remaining, resetSeconds] =
    /;\s*r=(\d+)(?:.*?;\s*t=(\d+))?/.exec(headers.get('ratelimit') ?? '') ?? []
  return {
    data,
    response,
    requestId: headers.get('request-id') ?? undefined,
    rateLimit:
      remaining === undefined
        ? undefined
        : { remaining: Number(remaining), resetSeconds: Number(resetSeconds ?? 0) },
    idempotencyKey,
    isReplayed: headers.get('idempotent-replayed') === 'true',
    attempts,
  }
}
