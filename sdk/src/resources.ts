import type { Call } from './call.ts'
import type { Answer, Body, Caller, Item, Page, Query, RequestOptions } from './caller.ts'
import type { ApiVersion } from './generated/versions.ts'
import type { List } from './list.ts'

/** Gifts on their way to people. */
export class GiftRequests<V extends ApiVersion> {
  readonly #api: Caller<V>

  constructor(api: Caller<V>) {
    this.#api = api
  }

  /** Sends one gift. With neither address nor items, the recipient chooses. */
  create(
    body: Body<V, 'createGiftRequest'>,
    options?: RequestOptions,
  ): Call<Answer<V, 'createGiftRequest'>> {
    return this.#api.call('createGiftRequest', { body }, options)
  }

  /** Sends 1 to 100 gifts, all or none. With `dry_run` every row is looked at and nothing is created. */
  createMany(
    body: Body<V, 'createGiftRequests'>,
    query?: Query<V, 'createGiftRequests'>,
    options?: RequestOptions,
  ): Call<Answer<V, 'createGiftRequests'>> {
    return this.#api.call('createGiftRequests', { body, query }, options)
  }

  /** Newest first, unless `order` says otherwise. */
  list(
    query?: Query<V, 'listGiftRequests'>,
    options?: RequestOptions,
  ): List<Item<V, 'listGiftRequests'>, Page<V, 'listGiftRequests'>> {
    return this.#api.list('listGiftRequests', query, options)
  }

  /** One gift request as it is now. */
  get(id: string, options?: RequestOptions): Call<Answer<V, 'getGiftRequest'>> {
    return this.#api.call('getGiftRequest', { id }, options)
  }

  /** Calls a gift off, as long as it is not dispatched; else a ConflictError. */
  cancel(id: string, options?: RequestOptions): Call<Answer<V, 'cancelGiftRequest'>> {
    return this.#api.call('cancelGiftRequest', { id }, options)
  }

  /** Every move it made, also those that webhooks keep quiet about. */
  history(id: string, options?: RequestOptions): Call<Answer<V, 'getGiftRequestHistory'>> {
    return this.#api.call('getGiftRequestHistory', { id }, options)
  }
}

/** Why and how things are given. */
export class Campaigns<V extends ApiVersion> {
  readonly #api: Caller<V>

  constructor(api: Caller<V>) {
    this.#api = api
  }

  /** With their catalogue and stock. At most 25 to a page. */
  list(
    query?: Query<V, 'listCampaigns'>,
    options?: RequestOptions,
  ): List<Item<V, 'listCampaigns'>, Page<V, 'listCampaigns'>> {
    return this.#api.list('listCampaigns', query, options)
  }

  /** One campaign, with its catalogue and stock. */
  get(id: string, options?: RequestOptions): Call<Answer<V, 'getCampaign'>> {
    return this.#api.call('getCampaign', { id }, options)
  }
}

/** Public links behind which gifts wait to be claimed. */
export class OneLinks<V extends ApiVersion> {
  readonly #api: Caller<V>

  constructor(api: Caller<V>) {
    this.#api = api
  }

  /** Makes so many placeholders behind one link. */
  create(
    body: Body<V, 'createOneLink'>,
    options?: RequestOptions,
  ): Call<Answer<V, 'createOneLink'>> {
    return this.#api.call('createOneLink', { body }, options)
  }

  /** Newest first, unless `order` says otherwise. */
  list(
    query?: Query<V, 'listOneLinks'>,
    options?: RequestOptions,
  ): List<Item<V, 'listOneLinks'>, Page<V, 'listOneLinks'>> {
    return this.#api.list('listOneLinks', query, options)
  }

  /** One link, with what can still be claimed. */
  get(id: string, options?: RequestOptions): Call<Answer<V, 'getOneLink'>> {
    return this.#api.call('getOneLink', { id }, options)
  }

  /** Cancels what is unclaimed behind it. */
  close(id: string, options?: RequestOptions): Call<Answer<V, 'closeOneLink'>> {
    return this.#api.call('closeOneLink', { id }, options)
  }
}

/** What webhooks told in the last 30 days, to be read at leisure. */
export class Events<V extends ApiVersion> {
  readonly #api: Caller<V>

  constructor(api: Caller<V>) {
    this.#api = api
  }

  /** Newest first, unless `order` says otherwise. The ids are those of the webhooks. */
  list(
    query?: Query<V, 'listEvents'>,
    options?: RequestOptions,
  ): List<Item<V, 'listEvents'>, Page<V, 'listEvents'>> {
    return this.#api.list('listEvents', query, options)
  }

  /** One event, with the body that was told. */
  get(id: string, options?: RequestOptions): Call<Answer<V, 'getEvent'>> {
    return this.#api.call('getEvent', { id }, options)
  }
}

/** Plays the life of a gift request, and lets time pass. In staging only. */
export class TestHelpers<V extends ApiVersion> {
  readonly #api: Caller<V>

  constructor(api: Caller<V>) {
    this.#api = api
  }

  /** Takes the shortest legal way to a state, with webhooks at each step as in real life. */
  advanceGiftRequest(
    id: string,
    body: Body<V, 'advanceGiftRequest'>,
    options?: RequestOptions,
  ): Call<Answer<V, 'advanceGiftRequest'>> {
    return this.#api.call('advanceGiftRequest', { id, body }, options)
  }

  /** Moves the clock of the account forward. What falls due has happened when the answer comes. */
  advanceClock(
    body: Body<V, 'advanceClock'>,
    options?: RequestOptions,
  ): Call<Answer<V, 'advanceClock'>> {
    return this.#api.call('advanceClock', { body }, options)
  }
}

/** The token endpoint. The client fetches its own tokens; this is for whoever handles those of others. */
export class OAuth<V extends ApiVersion> {
  readonly #api: Caller<V>

  constructor(api: Caller<V>) {
    this.#api = api
  }

  /** A refresh token works once, so an exchange of one is never sent again by itself. */
  createToken(
    body: Body<V, 'createToken'>,
    options: RequestOptions & { apiKey?: string } = {},
  ): Call<Answer<V, 'createToken'>> {
    const isOnce = body.grant_type !== 'client_credentials'
    const once = isOnce ? { maxRetries: 0 } : {}
    return this.#api.call('createToken', { body }, { ...withKey(options), ...once })
  }

  /** Ends a token with the next request. */
  revokeToken(
    body: Body<V, 'revokeToken'>,
    options: RequestOptions & { apiKey?: string } = {},
  ): Call<Answer<V, 'revokeToken'>> {
    return this.#api.call('revokeToken', { body }, withKey(options))
  }

  /** Where and how tokens are to be had. */
  metadata(options?: RequestOptions): Call<Answer<V, 'getMetadata'>> {
    return this.#api.call('getMetadata', {}, options)
  }
}

const withKey = ({ apiKey, headers, ...options }: RequestOptions & { apiKey?: string }) => ({
  ...options,
  headers: { ...headers, ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
})
