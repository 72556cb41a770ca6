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

/** Claims of one-links, their rules, and the deny list. */
export class Claims<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Returns the claims of a one-link that have no gift yet. */
  list(
    oneLinkId: string,
    query?: Query<V, 'listClaims'>,
    options?: RequestOptions,
  ): List<Item<V, 'listClaims'>, Page<V, 'listClaims'>> {
    return this.#transport.list('listClaims', query, options, { id: oneLinkId })
  }

  /** Approves claims of a one-link. */
  approve(
    oneLinkId: string,
    body: Body<V, 'approveClaims'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'approveClaims'>> {
    return this.#transport.request('approveClaims', { id: oneLinkId, body }, options)
  }

  /** Rejects claims of a one-link. */
  reject(
    oneLinkId: string,
    body: Body<V, 'rejectClaims'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'rejectClaims'>> {
    return this.#transport.request('rejectClaims', { id: oneLinkId, body }, options)
  }

  /** Returns the claim rules of a one-link. */
  rules(oneLinkId: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getClaimRules'>> {
    return this.#transport.request('getClaimRules', { id: oneLinkId }, options)
  }

  /** Changes the members of the body. */
  updateRules(
    oneLinkId: string,
    body: Body<V, 'updateClaimRules'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateClaimRules'>> {
    return this.#transport.request('updateClaimRules', { id: oneLinkId, body }, options)
  }

  /** Returns the rules of new one-links. */
  defaults(options?: RequestOptions): APIPromise<ResponseBody<V, 'getClaimDefaults'>> {
    return this.#transport.request('getClaimDefaults', {}, options)
  }

  /** Changes the rules of new one-links. */
  updateDefaults(
    body: Body<V, 'updateClaimDefaults'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateClaimDefaults'>> {
    return this.#transport.request('updateClaimDefaults', { body }, options)
  }

  /** Returns the deny list. */
  denied(options?: RequestOptions): APIPromise<ResponseBody<V, 'listDeniedClaimants'>> {
    return this.#transport.request('listDeniedClaimants', {}, options)
  }

  /** Adds addresses and domains to the deny list. */
  deny(
    body: Body<V, 'denyClaimants'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'denyClaimants'>> {
    return this.#transport.request('denyClaimants', { body }, options)
  }

  /** Removes an entry from the deny list. */
  allow(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'allowClaimant'>> {
    return this.#transport.request('allowClaimant', { id }, options)
  }
}

/** The people who get gifts. */
export class Recipients<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Newest first by default; see `order`. */
  list(
    query?: Query<V, 'listRecipients'>,
    options?: RequestOptions,
  ): List<Item<V, 'listRecipients'>, Page<V, 'listRecipients'>> {
    return this.#transport.list('listRecipients', query, options)
  }

  /** Returns one person with thank-you notes and declines. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getRecipient'>> {
    return this.#transport.request('getRecipient', { id }, options)
  }

  /** Returns the gift requests to this person. */
  giftRequests(
    id: string,
    query?: Query<V, 'listGiftRequestsOfRecipient'>,
    options?: RequestOptions,
  ): List<Item<V, 'listGiftRequestsOfRecipient'>, Page<V, 'listGiftRequestsOfRecipient'>> {
    return this.#transport.list('listGiftRequestsOfRecipient', query, options, { id })
  }

  /** Corrects the address of all gift requests on their way. */
  correctEmail(
    id: string,
    body: Body<V, 'correctRecipientEmail'>,
    query?: Query<V, 'correctRecipientEmail'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'correctRecipientEmail'>> {
    return this.#transport.request('correctRecipientEmail', { id, body, query }, options)
  }

  /** Allows emails to an address that bounced. */
  clearBounce(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'clearRecipientBounce'>> {
    return this.#transport.request('clearRecipientBounce', { id }, options)
  }

  /** Returns everything that the account stores about the person. */
  personalData(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getPersonalData'>> {
    return this.#transport.request('getPersonalData', { id }, options)
  }

  /** Erases everything about the person with this address. With `dry_run`, only counts. */
  erase(
    body: Body<V, 'erasePersonalData'>,
    query?: Query<V, 'erasePersonalData'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'erasePersonalData'>> {
    return this.#transport.request('erasePersonalData', { body, query }, options)
  }
}
