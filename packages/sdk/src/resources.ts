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

/** Gifts on their way to people. */
export class GiftRequests<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Sends one gift. With neither address nor items, the recipient chooses. */
  create(
    body: Body<V, 'createGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createGiftRequest'>> {
    return this.#transport.request('createGiftRequest', { body }, options)
  }

  /** Sends 1 to 100 gifts, all or none. With `dry_run` every row is looked at and nothing is created. */
  createMany(
    body: Body<V, 'createGiftRequests'>,
    query?: Query<V, 'createGiftRequests'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createGiftRequests'>> {
    return this.#transport.request('createGiftRequests', { body, query }, options)
  }

  /** Newest first, unless `order` says otherwise. */
  list(
    query?: Query<V, 'listGiftRequests'>,
    options?: RequestOptions,
  ): List<Item<V, 'listGiftRequests'>, Page<V, 'listGiftRequests'>> {
    return this.#transport.list('listGiftRequests', query, options)
  }

  /** One gift request as it is now. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getGiftRequest'>> {
    return this.#transport.request('getGiftRequest', { id }, options)
  }

  /** Calls a gift off, as long as it is not dispatched; else a ConflictError. */
  cancel(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'cancelGiftRequest'>> {
    return this.#transport.request('cancelGiftRequest', { id }, options)
  }

  /** Every move it made, also those that webhooks keep quiet about. */
  history(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getGiftRequestHistory'>> {
    return this.#transport.request('getGiftRequestHistory', { id }, options)
  }
}

/** Why and how things are given. */
export class Campaigns<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** With their catalogue and stock. At most 25 to a page. */
  list(
    query?: Query<V, 'listCampaigns'>,
    options?: RequestOptions,
  ): List<Item<V, 'listCampaigns'>, Page<V, 'listCampaigns'>> {
    return this.#transport.list('listCampaigns', query, options)
  }

  /** One campaign, with its catalogue and stock. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getCampaign'>> {
    return this.#transport.request('getCampaign', { id }, options)
  }
}

/** Public links behind which gifts wait to be claimed. */
export class OneLinks<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Makes so many placeholders behind one link. */
  create(
    body: Body<V, 'createOneLink'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createOneLink'>> {
    return this.#transport.request('createOneLink', { body }, options)
  }

  /** Newest first, unless `order` says otherwise. */
  list(
    query?: Query<V, 'listOneLinks'>,
    options?: RequestOptions,
  ): List<Item<V, 'listOneLinks'>, Page<V, 'listOneLinks'>> {
    return this.#transport.list('listOneLinks', query, options)
  }

  /** One link, with what can still be claimed. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getOneLink'>> {
    return this.#transport.request('getOneLink', { id }, options)
  }

  /** Cancels what is unclaimed behind it. */
  close(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'closeOneLink'>> {
    return this.#transport.request('closeOneLink', { id }, options)
  }
}

/** What webhooks told in the last 30 days, to be read at leisure. */
export class Events<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Newest first, unless `order` says otherwise. The ids are those of the webhooks. */
  list(
    query?: Query<V, 'listEvents'>,
    options?: RequestOptions,
  ): List<Item<V, 'listEvents'>, Page<V, 'listEvents'>> {
    return this.#transport.list('listEvents', query, options)
  }

  /** One event, with the body that was told. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getEvent'>> {
    return this.#transport.request('getEvent', { id }, options)
  }
}

/** Plays the life of a gift request, and lets time pass. In staging only. */
export class TestHelpers<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Takes the shortest legal way to a state, with webhooks at each step as in real life. */
  advanceGiftRequest(
    id: string,
    body: Body<V, 'advanceGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'advanceGiftRequest'>> {
    return this.#transport.request('advanceGiftRequest', { id, body }, options)
  }

  /** Moves the clock of the account forward. What falls due has happened when the answer comes. */
  advanceClock(
    body: Body<V, 'advanceClock'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'advanceClock'>> {
    return this.#transport.request('advanceClock', { body }, options)
  }
}

/** The token endpoint. The client fetches its own tokens; this is for whoever handles those of others. */
export class OAuth<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** A refresh token works once, so an exchange of one is never sent again by itself. */
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

  /** Ends a token with the next request. */
  revokeToken(
    body: Body<V, 'revokeToken'>,
    options: RequestOptions & { apiKey?: string } = {},
  ): APIPromise<ResponseBody<V, 'revokeToken'>> {
    return this.#transport.request('revokeToken', { body }, withApiKey(options))
  }

  /** Where and how tokens are to be had. */
  metadata(options?: RequestOptions): APIPromise<ResponseBody<V, 'getMetadata'>> {
    return this.#transport.request('getMetadata', {}, options)
  }
}

const withApiKey = ({ apiKey, headers, ...options }: RequestOptions & { apiKey?: string }) => ({
  ...options,
  headers: { ...headers, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
})
