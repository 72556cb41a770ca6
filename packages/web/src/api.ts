/*
 * Calls to the Bestow server. A failed response becomes an `ApiError` with the `errors` of the API and the
 * request id for support.
 */

import { createIdleDetector } from '#web/idle-detector.ts'
import { connection, isUnavailable } from './connection.ts'

const isIdle = createIdleDetector()

export interface ErrorDetail {
  type: string
  code: string
  message: string
  param?: string
}

export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly ErrorDetail[]
  readonly requestId: string | undefined
  /** Seconds to wait before a retry, if the server sends them. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, errors: readonly ErrorDetail[], headers?: Headers) {
    super(errors[0]?.message ?? 'The service did not respond.')
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.requestId = headers?.get('request-id') ?? undefined
    this.retryAfterSeconds = Number(headers?.get('retry-after')) || undefined
  }

  get code(): string {
    return this.errors[0]?.code ?? 'unavailable'
  }
}

/** One page of a list. */
export interface Paginated<T> {
  data: T[]
  has_more: boolean
}

export type Query = Record<string, string | number | boolean | undefined>

/** A resource with its ETag, for forms that must detect concurrent changes. */
export interface WithEtag<T> {
  value: T
  etag: string | undefined
}

interface RequestOptions {
  query?: Query
  body?: unknown
  file?: Blob
  etag?: string | undefined
  signal?: AbortSignal
}

export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    request<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) }).then(getValue),
  /** Reads a resource with its ETag. With that ETag, `patch` and `put` fail with 412 after a concurrent change. */
  getWithEtag: <T>(path: string): Promise<WithEtag<T>> => request<T>('GET', path, {}),
  post: <T>(path: string, body?: unknown) => request<T>('POST', path, { body }).then(getValue),
  put: <T>(path: string, body?: unknown, etag?: string) =>
    request<T>('PUT', path, { body, etag }).then(getValue),
  patch: <T>(path: string, body: unknown, etag?: string) =>
    request<T>('PATCH', path, { body, etag }).then(getValue),
  /** Sends a file as the body. */
  upload: <T>(path: string, file: Blob, query: Query = {}) =>
    request<T>('PUT', path, { query, file }).then(getValue),
  delete: <T = void>(path: string) => request<T>('DELETE', path, {}).then(getValue),
}

const getValue = <T>(response: WithEtag<T>): T => response.value

/** The URL of an operation, also for download links. */
export function apiUrl(path: string, query: Query = {}): string {
  const params = Object.entries(query).filter(([, each]) => each !== undefined && each !== '')
  const text = new URLSearchParams(params.map(([name, each]) => [name, String(each)])).toString()
  return `/admin/api${path}${text === '' ? '' : `?${text}`}`
}

async function request<T>(
  method: string,
  path: string,
  options: RequestOptions,
): Promise<WithEtag<T>> {
  const { query, body, file, etag, signal } = options
  const response = await fetch(apiUrl(path, query), {
    method,
    credentials: 'same-origin',
    ...(signal && { signal }),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
      ...(etag === undefined ? {} : { 'if-match': etag }),
      ...(isIdle() ? { 'bestow-idle': 'true' } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: file }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    connection.reportLost()
    throw new ApiError(0, [unavailableError])
  })
  const text = await response.text()
  const json = parseJson(text)
  if (json === undefined && isUnavailable(response.status)) connection.reportLost()
  else connection.reportContact()
  if (!response.ok) throw new ApiError(response.status, parseErrors(json), response.headers)
  return { value: json as T, etag: response.headers.get('etag') ?? undefined }
}

const unavailableError: ErrorDetail = {
  type: 'server_error',
  code: 'unavailable',
  message: 'Check your connection. The page reloads automatically when the server can be reached.',
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

const parseErrors = (json: unknown): readonly ErrorDetail[] =>
  (json as { errors?: ErrorDetail[] } | undefined)?.errors ?? [unavailableError]
