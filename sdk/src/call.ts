import type { Incoming } from './send.ts'

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
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #outcome: Promise<WithResponse<T>>

  constructor(outcome: Promise<WithResponse<T>>) {
    this.#outcome = outcome
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<A = T, B = never>(
    onDone?: ((data: T) => A | PromiseLike<A>) | null,
    onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#outcome.then(({ data }) => data).then(onDone, onFailed)
  }

  catch<B = never>(onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onFailed)
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd)
  }

  /** The answer with its request id, headers, rate limit and idempotency key. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#outcome
  }
}

export function outcomeOf<T>(
  { response, attempts }: Incoming,
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
