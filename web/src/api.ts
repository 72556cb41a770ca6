/*
 * Calls to our own server. What it refuses becomes an `ApiError` that carries everything a page needs
 * to say what went wrong: the errors as the API shapes them, and the request's id for support.
 */

import { connection, isUnavailable } from './connection.ts'

export interface WireError {
  type: string
  code: string
  message: string
  param?: string
}

export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly WireError[]
  readonly requestId: string | undefined
  /** Seconds to wait before another try, where the server says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, errors: readonly WireError[], headers?: Headers) {
    super(errors[0]?.message ?? 'The service did not answer.')
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.requestId = headers?.get('request-id') ?? undefined
    this.retryAfter = Number(headers?.get('retry-after')) || undefined
  }

  get code(): string {
    return this.errors[0]?.code ?? 'unavailable'
  }
}

/** A page of anything. */
export interface Listed<T> {
  data: T[]
  has_more: boolean
}

export type Query = Record<string, string | number | boolean | undefined>

/** A resource with its tag, for forms that must notice somebody else's change. */
export interface Tagged<T> {
  value: T
  tag: string | undefined
}

interface Options {
  query?: Query
  body?: unknown
  tag?: string | undefined
  signal?: AbortSignal
}

export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    call<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) }).then(value),
  /** The same with its tag; give that to `patch` or `put`, and a change in between is refused with 412. */
  getTagged: <T>(path: string): Promise<Tagged<T>> => call<T>('GET', path, {}),
  post: <T>(path: string, body?: unknown) => call<T>('POST', path, { body }).then(value),
  put: <T>(path: string, body?: unknown, tag?: string) =>
    call<T>('PUT', path, { body, tag }).then(value),
  patch: <T>(path: string, body: unknown, tag?: string) =>
    call<T>('PATCH', path, { body, tag }).then(value),
  delete: <T = void>(path: string) => call<T>('DELETE', path, {}).then(value),
}

const value = <T>(tagged: Tagged<T>): T => tagged.value

/** Where an operation is; for links to downloads too. */
export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, each]) => each !== undefined && each !== '')
  const text = new URLSearchParams(given.map(([name, each]) => [name, String(each)])).toString()
  return `/admin/api${path}${text === '' ? '' : `?${text}`}`
}

async function call<T>(method: string, path: string, options: Options): Promise<Tagged<T>> {
  const { query, body, tag, signal } = options
  const answer = await fetch(addressOf(path, query), {
    method,
    credentials: 'same-origin',
    ...(signal && { signal }),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(tag === undefined ? {} : { 'if-match': tag }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    connection.reportLost()
    throw new ApiError(0, [away])
  })
  const text = await answer.text()
  const json = readJson(text)
  if (json === undefined && isUnavailable(answer.status)) connection.reportLost()
  else connection.reportContact()
  if (!answer.ok) throw new ApiError(answer.status, errorsIn(json), answer.headers)
  return { value: json as T, tag: answer.headers.get('etag') ?? undefined }
}

const away: WireError = {
  type: 'server_error',
  code: 'unavailable',
  message: 'Check your connection. The page loads by itself when the server can be reached.',
}

function readJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const errorsIn = (json: unknown): readonly WireError[] =>
  (json as { errors?: WireError[] } | undefined)?.errors ?? [away]
