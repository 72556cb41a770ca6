import { APIPromise, toWithResponse, type WithResponse } from './api-promise.ts'
import { type Credentials, noCredentials } from './credentials.ts'
import type { DeprecationWarner } from './deprecation.ts'
import { ConnectionError } from './errors.ts'
import { type OperationId, operations } from './generated/operations.ts'
import { packageVersion } from './generated/package-version.ts'
import { type ApiVersion, mediaTypes, type OperationsBy } from './generated/versions.ts'
import { type AnyPage, type LastEntry, List } from './list.ts'
import {
  type Hooks,
  type IncomingResponse,
  type RequestTimeouts,
  send,
  type TransportSettings,
} from './send.ts'

/** Options of one request. */
export interface RequestOptions extends RequestTimeouts {
  /** A signal that aborts the request. The call then throws the reason of the signal. */
  signal?: AbortSignal | undefined
  /**
   * The idempotency key for a request that writes. By default, the client generates a key. To retry safely
   * after a restart of your program, pass your own key.
   */
  idempotencyKey?: string | undefined
  /** Additional headers of the request. */
  headers?: Record<string, string> | undefined
}

/** The request body of an operation in an API version. */
export type Body<V extends ApiVersion, Id extends OperationId> = OperationsBy[V][Id]['body']
/** The query parameters of an operation in an API version. */
export type Query<V extends ApiVersion, Id extends OperationId> = OperationsBy[V][Id]['query']
/** The response body of an operation in an API version. */
export type ResponseBody<
  V extends ApiVersion,
  Id extends OperationId,
> = OperationsBy[V][Id]['response']
/** The response body with the result of each row. Only an operation on independent rows has this body. */
export type ResultsBody<
  V extends ApiVersion,
  Id extends OperationId,
> = OperationsBy[V][Id] extends { results: infer Results } ? Results : never
/** An entry of a list in an API version. */
export type Item<V extends ApiVersion, Id extends OperationId> =
  ResponseBody<V, Id> extends { data: ReadonlyArray<infer One> } ? One : never
/** A page of a list in an API version. */
export type Page<V extends ApiVersion, Id extends OperationId> = ResponseBody<V, Id> & AnyPage

interface RequestParts {
  /** The value of the parameter `{id}` in the path. */
  id?: string
  /** The values of the other parameters in the path, by name. */
  params?: Readonly<Record<string, string>>
  query?: object | undefined
  body?: unknown
}

/** A request to a path that the library may not know. */
export interface CustomRequest extends RequestOptions {
  /** The parameters of the query. */
  query?: object | undefined
  /** The body of the request. The library sends it as JSON. */
  body?: unknown
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request with its complete path. */
interface PathRequest {
  method: string
  path: string
  query: object | undefined
  body: unknown
  /** Whether the response may be plain text. */
  isText?: boolean
}

/** Calls the operations of one API version with the credentials of a client. */
export interface Transport<V extends ApiVersion> {
  request<Id extends OperationId>(
    id: Id,
    parts: RequestParts,
    options: RequestOptions | undefined,
  ): APIPromise<ResponseBody<V, Id>>
  /** Sends a request with several independent rows. */
  requestResults<Id extends OperationId>(
    id: Id,
    parts: RequestParts,
    options: RequestOptions | undefined,
  ): APIPromise<ResultsBody<V, Id>>
  list<Id extends OperationId>(
    id: Id,
    query: Query<V, Id> | undefined,
    options: RequestOptions | undefined,
    /** The values of the parameters in the path, by name. */
    params?: Readonly<Record<string, string>>,
  ): List<Item<V, Id>, Page<V, Id>>
}

export interface CustomTransport {
  /** Sends a request to any path of the API. */
  requestCustom<T>(method: HttpMethod, path: string, request: CustomRequest): APIPromise<T>
}

export interface TransportOptions extends Hooks {
  version: ApiVersion
  baseUrl: string
  authUrl: string
  fetch: typeof fetch
  credentials: Credentials
  timeouts: TransportSettings['timeouts']
  deprecation: DeprecationWarner
}

export function createTransport<V extends ApiVersion>(
  options: TransportOptions,
): Transport<V> & CustomTransport {
  const { version } = options

  async function execute<T>(
    id: OperationId,
    { id: resourceId, params, query, body }: RequestParts,
    request: RequestOptions = {},
  ): Promise<WithResponse<T>> {
    const [method, path] = operations[id]
    const filledPath = buildPath(path, { id: resourceId, ...params })
    return exchange<T>({ method, path: filledPath, query, body, isText: id === 'getRoot' }, request)
  }

  async function exchange<T>(
    { method, path, query, body, isText = false }: PathRequest,
    request: RequestOptions,
  ): Promise<WithResponse<T>> {
    const isAuth = /^\/(?:auth|\.well-known)\//.test(path)
    const type = isAuth ? 'application/json' : (mediaTypes[version] ?? 'application/json')
    const key =
      method !== 'GET' && !isAuth ? (request.idempotencyKey ?? generateIdempotencyKey()) : undefined
    const incoming = await send(
      isAuth ? { ...options, credentials: noCredentials } : options,
      {
        method,
        url: `${isAuth ? options.authUrl : options.baseUrl}${path}${buildQuery(query)}`,
        headers: {
          accept: isText ? 'application/json, text/plain' : type,
          'user-agent': `bestow-sdk/${packageVersion}`,
          ...(isAuth ? {} : { 'service-api-version': version }),
          ...(body === undefined ? {} : { 'content-type': type }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...request.headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        idempotencyKey: key,
      },
      request,
    )
    return toWithResponse(incoming, parseData<T>(incoming), key)
  }

  return {
    request: (id, parts, request) => new APIPromise(execute(id, parts, request)),
    requestResults: (id, parts, request) => new APIPromise(execute(id, parts, request)),
    requestCustom: (method, path, { query, body, ...request }) =>
      new APIPromise(exchange({ method, path: validatePath(path), query, body }, request)),
    list: (id, query, request, params = {}) =>
      new List((last) => {
        const pageQuery = last === undefined ? query : { ...query, ...toNextQuery(query, last) }
        return new APIPromise(execute(id, { query: pageQuery, params }, request))
      }),
  }
}

/**
 * Returns the query for the next page. A list of changes continues after the time and the id of its last
 * entry. Other lists continue after the id alone.
 */
const toNextQuery = (query: object | undefined, last: LastEntry): object => ({
  after: last.id,
  ...(query !== undefined && 'updated_after' in query && query.updated_after !== undefined
    ? { updated_after: last.updated_at }
    : {}),
})

const generateIdempotencyKey = () => `sdk-${crypto.randomUUID()}`

function buildPath(path: string, params: Readonly<Record<string, string | undefined>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const id = params[name]
    // An empty id would change the path to the path of another operation.
    if (typeof id !== 'string' || id === '' || /^\.+$/.test(id))
      throw new TypeError('An id is missing.')
    return encodeURIComponent(id)
  })
}

/**
 * Returns a path if it belongs to the API, and rejects every other path. The client must send the token only
 * to the base URL.
 */
function validatePath(path: string): string {
  const isPlain = /^\/[^/\\?#\s][^\\?#\s]*$/.test(path)
  if (isPlain && !path.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part))) return path
  throw new TypeError(
    'path must begin with one / and be relative to baseUrl, such as /gift_requests. Encode ids, and pass the query as query.',
  )
}

function buildQuery(query: object | undefined): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue
    if (isPairs(value))
      for (const [key, each] of Object.entries(value)) search.append(`${name}[${key}]`, `${each}`)
    else search.append(name, toQueryValue(value))
  }
  return `${search}` === '' ? '' : `?${search}`
}

const isPairs = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !Array.isArray(value)

const toQueryValue = (value: unknown) =>
  value instanceof Date ? value.toISOString() : String(value)

/**
 * Parses the body of a response. A response in an unexpected format comes from a proxy or from another
 * server, so it is an error.
 */
function parseData<T>({ response, text }: IncomingResponse): T {
  const type = response.headers.get('content-type') ?? ''
  if (text === '' || /^(text\/(plain|csv)|application\/jsonl)/.test(type))
    return (text === '' ? undefined : text) as T
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConnectionError(
      `${response.url} is not a Bestow API. The base URL is usually the origin and /api.`,
      { status: response.status, cause },
    )
  }
}
