import { createAgeing } from './ageing.ts'
import type { Call } from './call.ts'
import { type Answer, type Caller, createCaller, type RequestOptions } from './caller.ts'
import {
  bearer,
  type Credentials,
  clean,
  clientCredentials,
  type Granted,
  nobody,
} from './credentials.ts'
import { ConfigurationError } from './errors.ts'
import { type ApiVersion, type NewestVersion, newestVersion } from './generated/versions.ts'
import { Campaigns, Events, GiftRequests, OAuth, OneLinks, TestHelpers } from './resources.ts'
import type { Hooks, Patience } from './send.ts'
import { checkStage, type Stage } from './stage.ts'

/** An API token, made by an admin or with `bestow tokens create`. */
export interface TokenCredentials {
  /** `svc-v1-…` */
  token: string
  /** Only together with an access token of OAuth: the key of its client. */
  apiKey?: string | undefined
}

/** An OAuth client. Access tokens are fetched when they are needed, and anew before they end. */
export interface ClientCredentials {
  /** The tenant reference of the account. */
  tenant: string
  /** The key that was made together with the client: `svc-key-…`. It is not the API token. */
  apiKey: string
  clientId: string
  clientSecret: string
}

/** How a client is made. */
export type BestowOptions<V extends ApiVersion = NewestVersion> = (
  | TokenCredentials
  | ClientCredentials
) &
  Patience &
  Hooks & {
    /** Where the API is: the origin of the instance and `/api`, such as `https://gifts.example.com/api`. */
    baseUrl: string
    /** Where tokens are to be had. The origin of `baseUrl` unless you say otherwise. */
    authUrl?: string | undefined
    /**
     * The stage of that instance. A token of the other stage is refused before anything is sent. Left out,
     * the words `staging` and `production` in the name of the host say it; without those it is not checked.
     */
    stage?: Stage | undefined
    /** The version of the API. It decides the types, too. */
    apiVersion?: V | undefined
    /** A fetch of your own, as for proxies or tracing. */
    fetch?: typeof fetch | undefined
    /** Told once in a process when the version is deprecated. `console.warn` unless you say otherwise. */
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
export class Bestow<V extends ApiVersion = NewestVersion> {
  readonly apiVersion: V
  readonly giftRequests: GiftRequests<V>
  readonly campaigns: Campaigns<V>
  readonly oneLinks: OneLinks<V>
  readonly events: Events<V>
  readonly testHelpers: TestHelpers<V>
  readonly oauth: OAuth<V>
  readonly #api: Caller<V>

  constructor(options: BestowOptions<V>) {
    const { maxRetries = 2, timeout = 30_000, attemptTimeout = 10_000 } = options
    const version = options.apiVersion ?? (newestVersion as V)
    const baseUrl = addressOf('baseUrl', options.baseUrl)
    const warn = options.onDeprecation ?? ((message: string) => console.warn(message))
    const shared = {
      version,
      baseUrl,
      authUrl: addressOf('authUrl', options.authUrl ?? new URL(baseUrl).origin),
      fetch: options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args)),
      patience: { maxRetries, timeout, attemptTimeout },
      ageing: createAgeing(version, warn),
      onRequest: options.onRequest,
      onResponse: options.onResponse,
    }
    const tokens = new OAuth<V>(createCaller<V>({ ...shared, credentials: nobody }))
    const credentials = credentialsOf(options, baseUrl, tokens)
    const api = createCaller<V>({ ...shared, credentials })
    this.#api = api
    this.apiVersion = version
    this.giftRequests = new GiftRequests(api)
    this.campaigns = new Campaigns(api)
    this.oneLinks = new OneLinks(api)
    this.events = new Events(api)
    this.testHelpers = new TestHelpers(api)
    this.oauth = tokens
  }

  /** What answers there: name, version and build, as text. */
  about(options?: RequestOptions): Call<Answer<V, 'getRoot'>> {
    return this.#api.call('getRoot', {}, options)
  }
}

function credentialsOf(
  options: TokenCredentials | ClientCredentials | (TokenCredentials & ClientCredentials),
  baseUrl: string,
  tokens: OAuth<ApiVersion>,
): Credentials {
  const { stage } = options as { stage?: Stage }
  const check = (credential: string) => checkStage(credential, baseUrl, stage)
  if (!('clientId' in options) || options.clientId === undefined) {
    const { token, apiKey } = options as TokenCredentials
    for (const each of [token, apiKey]) if (each !== undefined) check(clean('token', each))
    return bearer(token, apiKey)
  }
  if ('token' in options && options.token !== undefined)
    throw new ConfigurationError('Give either a token or an OAuth client, not both.')
  const apiKey = clean('apiKey', options.apiKey)
  const body = {
    grant_type: 'client_credentials' as const,
    tenant: clean('tenant', options.tenant),
    client_id: clean('clientId', options.clientId),
    client_secret: clean('clientSecret', options.clientSecret),
  }
  check(apiKey)
  return clientCredentials(
    apiKey,
    async (): Promise<Granted> => tokens.createToken(body, { apiKey }),
  )
}

function addressOf(name: string, text: string): string {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new ConfigurationError(
      `${name} must be an http(s) address such as https://gifts.example.com/api.`,
    )
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new ConfigurationError(
      `${name} must be an address without credentials, query or fragment.`,
    )
  return url.href.replace(/\/+$/, '')
}
