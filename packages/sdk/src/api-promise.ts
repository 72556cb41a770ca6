import type { IncomingResponse } from './send.ts'

/** A response body with its metadata. */
export interface WithResponse<T> {
  data: T
  /** The response with its status and headers. The client has already read the body. */
  response: Response
  /** The id of the request. Include it when you contact support. */
  requestId: string | undefined
  /**
   * The number of requests that the limit still allows, and the seconds until the limit is full again.
   * Undefined if there is no limit.
   */
  rateLimit: { remaining: number; resetSeconds: number } | undefined
  /** The idempotency key of the request. It is your own key or a generated key. */
  idempotencyKey: string | undefined
  /** True if the service repeated the stored response of an earlier request. */
  isReplayed: boolean
  /** How often the request was sent. The value is 1 if there was no retry. */
  attempts: number
}

/** A request in progress. `await` returns the response body; `withResponse()` also returns its metadata. */
export class APIPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'APIPromise'
  readonly #response: Promise<WithResponse<T>>

  constructor(response: Promise<WithResponse<T>>) {
    this.#response = response
  }

  // biome-ignore lint/suspicious/noThenProperty: the class implements Promise
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

  /** Returns the response body with request id, headers, rate limit and idempotency key. */
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
