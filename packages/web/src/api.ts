import { t } from '#web/i18n/common.ts'
/*
 * Calls to the Bestow server. A failed response becomes an `ApiError` with the `errors` of the API and the
 * request id for support.
 */

import { createIdleDetector } from '#web/idle-detector.ts'
import { withAccount } from './account.ts'
import type { BodyAt, Method, OperationAt, PathOf, QueryAt, ReplyAt } from './admin-api.ts'
import { connection, isUnavailable } from './connection.ts'
import { reloadAfterWrite, reloadSession } from './query-client.ts'
import { sessionEnd } from './session-end.ts'

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
  /** The seconds to wait before a retry. Undefined if the server does not send this value. */
  readonly retryAfterSeconds: number | undefined
  /** The path of the operation that read something. */
  readonly path: string | undefined

  constructor(status: number, errors: readonly ErrorDetail[], headers?: Headers, path?: string) {
    super(errors[0]?.message ?? t('The service did not respond.'))
    this.name = 'ApiError'
    this.status = status
    this.errors = errors
    this.requestId = headers?.get('request-id') ?? undefined
    this.path = path
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
  /** The cursor of the next page, for lists that can be sorted. In other lists, the last id is the cursor. */
  next_after?: string | null
}

export type Query = Readonly<Record<string, string | undefined>>

/** A resource with its ETag. Forms use the ETag to detect concurrent changes. */
export interface WithEtag<T> {
  value: T
  etag: string | undefined
}

interface RequestOptions {
  query?: Query | undefined
  body?: unknown
  file?: Blob
  etag?: string | undefined
  signal?: AbortSignal | undefined
}

/*
 * The types of the arguments that follow the path. They depend on the operation of the path. A path can match
 * the pattern of another operation, as `/endpoints/a/b` matches `/endpoints/${string}`. If there is no
 * operation for the path, the type requires an argument that cannot exist.
 */
type QueryArguments<Path extends string> = [OperationAt<'GET', Path>] extends [never]
  ? [no_such_operation: never]
  : [query?: QueryAt<Path> | undefined, signal?: AbortSignal]
type BodyArguments<M extends 'POST' | 'PUT' | 'PATCH', Path extends string> = [
  OperationAt<M, Path>,
] extends [never]
  ? [no_such_operation: never]
  : BodyAt<M, Path> extends undefined
    ? []
    : object extends BodyAt<M, Path> // if all members of the body are optional
      ? [body?: BodyAt<M, Path>, etag?: string | undefined]
      : [body: BodyAt<M, Path>, etag?: string | undefined]
type NoArguments<M extends Method, Path extends string> = [OperationAt<M, Path>] extends [never]
  ? [no_such_operation: never]
  : []

interface Api {
  get<Path extends PathOf<'GET'>>(
    path: Path,
    ...rest: QueryArguments<Path>
  ): Promise<ReplyAt<'GET', Path>>
  post<Path extends PathOf<'POST'>>(
    path: Path,
    ...rest: BodyArguments<'POST', Path>
  ): Promise<ReplyAt<'POST', Path>>
  put<Path extends PathOf<'PUT'>>(
    path: Path,
    ...rest: BodyArguments<'PUT', Path>
  ): Promise<ReplyAt<'PUT', Path>>
  patch<Path extends PathOf<'PATCH'>>(
    path: Path,
    ...rest: BodyArguments<'PATCH', Path>
  ): Promise<ReplyAt<'PATCH', Path>>
  delete<Path extends PathOf<'DELETE'>>(
    path: Path,
    ...rest: NoArguments<'DELETE', Path>
  ): Promise<ReplyAt<'DELETE', Path>>
  /** Sends a file as the body of a PUT request. */
  upload<Path extends PathOf<'PUT'>>(
    path: Path,
    file: Blob,
    query: QueryAt<Path, 'PUT'>,
  ): Promise<ReplyAt<'PUT', Path>>
}

/**
 * Calls operations of the admin API. The contract of the API defines the types of path, query, body and
 * reply.
 */
export const api = {
  get: (path: string, query?: Query, signal?: AbortSignal) =>
    request('GET', path, { query, signal }).then(getValue),
  post: (path: string, body?: unknown) => request('POST', path, { body }).then(getValue),
  put: (path: string, body?: unknown, etag?: string) =>
    request('PUT', path, { body, etag }).then(getValue),
  patch: (path: string, body?: unknown, etag?: string) =>
    request('PATCH', path, { body, etag }).then(getValue),
  delete: (path: string) => request('DELETE', path, {}).then(getValue),
  upload: (path: string, file: Blob, query: Query = {}) =>
    request('PUT', path, { query, file }).then(getValue),
} as unknown as Api

// biome-ignore lint/suspicious/noExplicitAny: the types of `Api` say which operation returns what
const getValue = ({ value }: WithEtag<any>) => value

/**
 * Reads a resource with its ETag. If the caller passes this ETag to `patch` or `put`, the request fails with
 * 412 after a concurrent change.
 */
export const readWithEtag = (path: string) => request('GET', path, {})

/** Reads one page of a list. The components `DataList` and `CardList` check that the path is a list. */
export const readPage = (path: string, query: Query, signal: AbortSignal) =>
  request('GET', path, { query, signal }).then(getValue)

/** Returns the URL of an operation in the account of this tab. Download links use this URL too. */
export function apiUrl(path: string, query: Query = {}): string {
  const text = toQueryText(withAccount(query))
  return `/admin/api${path}${text === '' ? '' : `?${text}`}`
}

/** Returns a query as it is in a URL, without the question mark. Parameters without a value are left out. */
export function toQueryText(query: Query): string {
  const params = Object.entries(query).filter(([, each]) => each !== undefined && each !== '')
  return new URLSearchParams(params.map(([name, each]) => [name, String(each)])).toString()
}

async function request(
  method: Method,
  path: string,
  options: RequestOptions,
  // biome-ignore lint/suspicious/noExplicitAny: the types of `Api` say which operation returns what
): Promise<WithEtag<any>> {
  const { query, body, file, etag, signal } = options
  const response = await fetchSignedIn(apiUrl(path, query), {
    method,
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
    throw createUnavailableError()
  })
  const text = await response.text()
  const json = parseJson(text)
  if (json === undefined && isUnavailable(response.status)) connection.reportLost()
  else connection.reportContact()
  if (method !== 'GET' && response.status < 500) reloadAfterWrite(path)
  if (!response.ok) {
    const error = toApiError(response, json, method === 'GET' ? path : undefined)
    if (error.code === 'access_policy') reloadSession()
    throw error
  }
  return { value: json, etag: response.headers.get('etag') ?? undefined }
}

/**
 * Calls `fetch` for a page that needs a session. If the session has ended, the user signs in on top of the
 * page, and the function sends the request again. A rejected request of the sign-in itself is not sent again.
 */
export async function fetchSignedIn(url: string, options: RequestInit = {}): Promise<Response> {
  const send = () => fetch(url, { credentials: 'same-origin', ...options })
  const response = await send()
  if (response.status !== 401 || /^\/admin\/api\/session(\/|$)/.test(url)) return response
  const signedIn = sessionEnd.waitForSignIn()
  if (signedIn === undefined) return response
  await signedIn
  options.signal?.throwIfAborted()
  return send()
}

const unavailableError: ErrorDetail = {
  type: 'server_error',
  code: 'unavailable',
  message: t(
    'Check your connection. The page reloads automatically when the server can be reached.',
  ),
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Creates the error of a request that got no response. */
export const createUnavailableError = (): ApiError => new ApiError(0, [unavailableError])

/** Reads the error of a response that came from `fetch` and not from `api`. */
export const readApiError = async (response: Response): Promise<ApiError> =>
  toApiError(response, parseJson(await response.text()))

const toApiError = ({ status, headers }: Response, json: unknown, path?: string): ApiError =>
  new ApiError(
    status,
    (json as { errors?: ErrorDetail[] } | undefined)?.errors ?? [unavailableError],
    headers,
    path,
  )
