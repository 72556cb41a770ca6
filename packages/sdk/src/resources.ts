import type { APIPromise } from './api-promise.ts'
import type { ApiVersion } from './generated/versions.ts'
import type { List } from './list.ts'
import type {
  Body,
  Item,
  Page,
  Query,
  RequestOptions,
  ResponseBody,
  Transport,
} from './transport.ts'

/** Campaigns. */
export class Campaigns<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Returns campaigns with catalogue and stock, at most 25 on a page. */
  list(
    query?: Query<V, 'listCampaigns'>,
    options?: RequestOptions,
  ): List<Item<V, 'listCampaigns'>, Page<V, 'listCampaigns'>> {
    return this.#transport.list('listCampaigns', query, options)
  }

  /** Creates an available campaign. */
  create(
    body: Body<V, 'createCampaign'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createCampaign'>> {
    return this.#transport.request('createCampaign', { body }, options)
  }

  /** Changes the members of the body. */
  update(
    id: string,
    body: Body<V, 'updateCampaign'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateCampaign'>> {
    return this.#transport.request('updateCampaign', { id, body }, options)
  }

  /** Creates a campaign with the same content and settings. */
  copy(
    id: string,
    body: Body<V, 'copyCampaign'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'copyCampaign'>> {
    return this.#transport.request('copyCampaign', { id, body }, options)
  }

  /** The campaign sends no new gifts. */
  archive(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'archiveCampaign'>> {
    return this.#transport.request('archiveCampaign', { id }, options)
  }

  /** Makes an archived campaign available. */
  restore(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'restoreCampaign'>> {
    return this.#transport.request('restoreCampaign', { id }, options)
  }

  /** Returns language, reminders and the choice of shipping rates. */
  settings(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getCampaignSettings'>> {
    return this.#transport.request('getCampaignSettings', { id }, options)
  }

  /** Changes the members of the body. */
  updateSettings(
    id: string,
    body: Body<V, 'updateCampaignSettings'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateCampaignSettings'>> {
    return this.#transport.request('updateCampaignSettings', { id, body }, options)
  }

  /** Returns one campaign with its catalogue and stock. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getCampaign'>> {
    return this.#transport.request('getCampaign', { id }, options)
  }
}

/** One-links: public links with a number of claimable gifts. */
export class OneLinks<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Creates a one-link with this number of placeholders. */
  create(
    body: Body<V, 'createOneLink'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createOneLink'>> {
    return this.#transport.request('createOneLink', { body }, options)
  }

  /** Newest first by default; see `order`. */
  list(
    query?: Query<V, 'listOneLinks'>,
    options?: RequestOptions,
  ): List<Item<V, 'listOneLinks'>, Page<V, 'listOneLinks'>> {
    return this.#transport.list('listOneLinks', query, options)
  }

  /** Returns one link with its number of unclaimed gifts. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getOneLink'>> {
    return this.#transport.request('getOneLink', { id }, options)
  }

  /** Cancels the unclaimed gifts of the link. */
  close(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'closeOneLink'>> {
    return this.#transport.request('closeOneLink', { id }, options)
  }
}

/** The events of the last 30 days. */
export class Events<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Newest first by default; see `order`. The ids are the event ids of the webhooks. */
  list(
    query?: Query<V, 'listEvents'>,
    options?: RequestOptions,
  ): List<Item<V, 'listEvents'>, Page<V, 'listEvents'>> {
    return this.#transport.list('listEvents', query, options)
  }

  /** Returns one event with the body of its webhooks. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getEvent'>> {
    return this.#transport.request('getEvent', { id }, options)
  }
}

/** What a person has to resolve, such as a gift without stock. */
export class Attention<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Newest first by default; `state: 'open'` returns only what is true now. */
  list(
    query?: Query<V, 'listAttention'>,
    options?: RequestOptions,
  ): List<Item<V, 'listAttention'>, Page<V, 'listAttention'>> {
    return this.#transport.list('listAttention', query, options)
  }

  /** Returns one item. Its id is also in the bodies of its webhooks. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getAttentionItem'>> {
    return this.#transport.request('getAttentionItem', { id }, options)
  }
}

/** Simulates the life of a gift request and advances the clock. In staging only. */
export class TestHelpers<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Takes the shortest valid path to a state. Each transition emits its webhooks. */
  advanceGiftRequest(
    id: string,
    body: Body<V, 'advanceGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'advanceGiftRequest'>> {
    return this.#transport.request('advanceGiftRequest', { id, body }, options)
  }

  /** Advances the clock of the account. The response arrives after all timers up to that time have run. */
  advanceClock(
    body: Body<V, 'advanceClock'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'advanceClock'>> {
    return this.#transport.request('advanceClock', { body }, options)
  }
}

/** The token endpoint. The client fetches its own tokens; use this for tokens of other accounts. */
export class OAuth<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** A refresh token works once, so the SDK never retries its exchange. */
  createToken(
    body: Body<V, 'createToken'>,
    options: RequestOptions & { apiKey?: string } = {},
  ): APIPromise<ResponseBody<V, 'createToken'>> {
    const isSingleUse = body.grant_type !== 'client_credentials'
    const retryOptions = isSingleUse ? { maxRetries: 0 } : {}
    return this.#transport.request(
      'createToken',
      { body },
      { ...withApiKey(options), ...retryOptions },
    )
  }

  /** Revokes a token. The next request with the token fails. */
  revokeToken(
    body: Body<V, 'revokeToken'>,
    options: RequestOptions & { apiKey?: string } = {},
  ): APIPromise<ResponseBody<V, 'revokeToken'>> {
    return this.#transport.request('revokeToken', { body }, withApiKey(options))
  }

  /** Returns the metadata of the OAuth server. */
  metadata(options?: RequestOptions): APIPromise<ResponseBody<V, 'getMetadata'>> {
    return this.#transport.request('getMetadata', {}, options)
  }
}

const withApiKey = ({ apiKey, headers, ...options }: RequestOptions & { apiKey?: string }) => ({
  ...options,
  headers: { ...headers, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
})
