import type { APIPromise } from './api-promise.ts'
import {
  bearer,
  type Credentials,
  clientCredentials,
  noCredentials,
  type TokenGrant,
  validateCredential,
} from './credentials.ts'
import { createDeprecationWarner } from './deprecation.ts'
import { ConfigurationError } from './errors.ts'
import { Resources } from './generated/resources.ts'
import { type ApiVersion, type NewestVersion, newestVersion } from './generated/versions.ts'
import { OAuth } from './oauth.ts'
import type { Hooks, RequestTimeouts } from './send.ts'
import { assertStageMatches, type Stage } from './stage.ts'
import {
  type CustomRequest,
  type CustomTransport,
  createTransport,
  type HttpMethod,
  type RequestOptions,
  type ResponseBody,
  type Transport,
} from './transport.ts'

/** The API token of an account. An admin creates the token in the web app or with `bestow tokens create`. */
export interface TokenCredentials {
  /** The token, which begins with `svc-v1-`. The default is the environment variable `BESTOW_API_TOKEN`. */
  token?: string | undefined
  /** The key of the OAuth client. Use it only with an OAuth access token. */
  apiKey?: string | undefined
}

/**
 * The credentials of an OAuth client. The SDK fetches access tokens when necessary, and renews them before
 * they expire.
 */
export interface ClientCredentials {
  /** The tenant reference of the account. */
  tenant: string
  /** The key of the OAuth client, which begins with `svc-key-`. It is not the API token. */
  apiKey: string
  clientId: string
  clientSecret: string
}

/** The options of a client. */
export type BestowOptions<V extends ApiVersion = NewestVersion> = (
  | TokenCredentials
  | ClientCredentials
) &
  RequestTimeouts &
  Hooks & {
    /**
     * The base URL of the API: the origin of the instance and `/api`, such as
     * `https://gifts.example.com/api`. The default is the environment variable `BESTOW_API_URL`.
     */
    baseUrl?: string | undefined
    /** The origin of the OAuth server. The default is the origin of `baseUrl`. */
    authUrl?: string | undefined
    /**
     * The stage of the instance. The client rejects a token of another stage before it sends a request. The
     * default is the stage in the host name (`staging` or `production`). If the host name contains no stage,
     * the client does not check the stage.
     */
    stage?: Stage | undefined
    /** The version of the API. The version also determines the TypeScript types. */
    apiVersion?: V | undefined
    /** Your own `fetch` function, for example for a proxy or for tracing. */
    fetch?: typeof fetch | undefined
    /**
     * A function that the client calls once in each process if the API version is deprecated. The default is
     * `console.warn`.
     */
    onDeprecation?: ((message: string) => void) | undefined
  }

/**
 * A client of one Bestow instance.
 *
 * ```ts
 * const bestow = new Bestow({ baseUrl: 'https://gifts.example.com/api', token })
 * const gift = await bestow.giftRequests.create({ campaign_id, recipient })
 * ```
 */
export class Bestow<V extends ApiVersion = NewestVersion> extends Resources<V> {
  readonly apiVersion: V
  readonly oauth: OAuth<V>
  readonly #transport: Transport<V> & CustomTransport

  constructor(options: BestowOptions<V> = {}) {
    const { maxRetries = 2, timeout = 30_000, attemptTimeout = 10_000 } = options
    const version = options.apiVersion ?? (newestVersion as V)
    const baseUrl = normalizeUrl('baseUrl', options.baseUrl ?? readEnvironment('BESTOW_API_URL'))
    const warn = options.onDeprecation ?? ((message: string) => console.warn(message))
    const sharedOptions = {
      version,
      baseUrl,
      authUrl: normalizeUrl('authUrl', options.authUrl ?? new URL(baseUrl).origin),
      fetch: options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
      timeouts: { maxRetries, timeout, attemptTimeout },
      deprecation: createDeprecationWarner(version, warn),
      onRequest: options.onRequest,
      onResponse: options.onResponse,
    }
    const oauth = new OAuth<V>(createTransport<V>({ ...sharedOptions, credentials: noCredentials }))
    const credentials = createCredentials(options, baseUrl, oauth)
    const transport = createTransport<V>({ ...sharedOptions, credentials })
    super(transport)
    this.#transport = transport
    this.apiVersion = version
    this.oauth = oauth
  }

  /** Returns the name, the version and the build of the service as text. */
  about(options?: RequestOptions): APIPromise<ResponseBody<V, 'getRoot'>> {
    return this.#transport.request('getRoot', {}, options)
  }

  /**
   * Sends a request to a path that this version of the library does not know, with the same authentication, retries,
   * idempotency key and errors as every other method. `path` is relative to the base URL.
   *
   * ```ts
   * const draft = await bestow.request<{ id: string }>('POST', '/drafts', { body: { name: 'Spring' } })
   * ```
   */
  request<T = unknown>(
    method: HttpMethod,
    path: string,
    options: CustomRequest = {},
  ): APIPromise<T> {
    return this.#transport.requestCustom<T>(method, path, options)
  }
}

function createCredentials(
  options: TokenCredentials | ClientCredentials | (TokenCredentials & ClientCredentials),
  baseUrl: string,
  oauth: OAuth<ApiVersion>,
): Credentials {
  const { stage } = options as { stage?: Stage }
  const assertStage = (credential: string) => assertStageMatches(credential, baseUrl, stage)
  if (!('clientId' in options) || options.clientId === undefined) {
    const { token = readEnvironment('BESTOW_API_TOKEN'), apiKey } = options as TokenCredentials
    for (const each of [token, apiKey])
      if (each !== undefined) assertStage(validateCredential('token', each))
    return bearer(validateCredential('token', token), apiKey)
  }
  if ('token' in options && options.token !== undefined)
    throw new ConfigurationError('Pass either a token or an OAuth client, not both.')
  const apiKey = validateCredential('apiKey', options.apiKey)
  const body = {
    grant_type: 'client_credentials' as const,
    tenant: validateCredential('tenant', options.tenant),
    client_id: validateCredential('clientId', options.clientId),
    client_secret: validateCredential('clientSecret', options.clientSecret),
  }
  assertStage(apiKey)
  return clientCredentials(
    apiKey,
    async (): Promise<TokenGrant> => oauth.createToken(body, { apiKey }),
  )
}

/**
 * Returns an environment variable. Returns undefined if the runtime has no such variable or denies access to
 * it.
 */
function readEnvironment(name: string): string | undefined {
  try {
    const { process } = globalThis as {
      process?: { env?: Record<string, string | undefined> }
    }
    return process?.env?.[name] || undefined
  } catch {
    return undefined // Deno throws an error if the program has no permission
  }
}

function normalizeUrl(name: string, value: string | undefined): string {
  const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ConfigurationError(
      `${name} must be an http(s) address such as https://gifts.example.com/api.${
        value === undefined ? ' Pass it, or set BESTOW_API_URL.' : ''
      }`,
    )
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new ConfigurationError(
      `${name} must be an address without credentials, query or fragment.`,
    )
  return url.href.replace(/\/+$/, '')
}
