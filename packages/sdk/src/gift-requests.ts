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
  ResultsBody,
  Transport,
} from './transport.ts'

/** The rows of a batch in an API version. */
type RowsOf<V extends ApiVersion> =
  Body<V, 'createGiftRequests'> extends { gift_requests: infer Rows } ? Rows : never

/** Gift requests. */
export class GiftRequests<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Sends one gift. Without address and items, the recipient chooses an item. */
  create(
    body: Body<V, 'createGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createGiftRequest'>> {
    return this.#transport.request('createGiftRequest', { body }, options)
  }

  /** Sends 1 to 100 gifts, all or none. With `dry_run`, validates all rows and creates nothing. */
  createMany(
    body: Omit<Body<V, 'createGiftRequests'>, 'on_error'>,
    query?: Query<V, 'createGiftRequests'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createGiftRequests'>> {
    return this.#transport.request('createGiftRequests', { body, query }, options)
  }

  /**
   * Sends up to 1,000 gifts, and returns a result for each row: an invalid row does not stop the others. A row with an
   * `idempotency_key` is sent once, however often you send it.
   */
  createEach(
    rows: RowsOf<V>,
    query?: Query<V, 'createGiftRequests'>,
    options?: RequestOptions,
  ): APIPromise<ResultsBody<V, 'createGiftRequests'>> {
    const body = { gift_requests: rows, on_error: 'continue' }
    return this.#transport.requestResults('createGiftRequests', { body, query }, options)
  }

  /** Newest first by default; see `order`. */
  list(
    query?: Query<V, 'listGiftRequests'>,
    options?: RequestOptions,
  ): List<Item<V, 'listGiftRequests'>, Page<V, 'listGiftRequests'>> {
    return this.#transport.list('listGiftRequests', query, options)
  }

  /** Returns the current state of a gift request. */
  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getGiftRequest'>> {
    return this.#transport.request('getGiftRequest', { id }, options)
  }

  /** Cancels a gift request. After dispatch, throws a ConflictError. */
  cancel(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'cancelGiftRequest'>> {
    return this.#transport.request('cancelGiftRequest', { id }, options)
  }

  /** Returns all state transitions, including those without a webhook. */
  history(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getGiftRequestHistory'>> {
    return this.#transport.request('getGiftRequestHistory', { id }, options)
  }

  /** Changes schedule, expiry, message or metadata, each while the state allows it. */
  update(
    id: string,
    body: Body<V, 'updateGiftRequest'>,
    query?: Query<V, 'updateGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateGiftRequest'>> {
    return this.#transport.request('updateGiftRequest', { id, body, query }, options)
  }

  /** Sets the expiry, or adds days to it. */
  extend(
    id: string,
    body: Body<V, 'extendGiftRequest'>,
    query?: Query<V, 'extendGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'extendGiftRequest'>> {
    return this.#transport.request('extendGiftRequest', { id, body, query }, options)
  }

  /** Sends a reminder, at most one email an hour. */
  remind(
    id: string,
    query?: Query<V, 'remindGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'remindGiftRequest'>> {
    return this.#transport.request('remindGiftRequest', { id, query }, options)
  }

  /** Sends the email that fits the state to another address. */
  correctEmail(
    id: string,
    body: Body<V, 'correctGiftRequestEmail'>,
    query?: Query<V, 'correctGiftRequestEmail'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'correctGiftRequestEmail'>> {
    return this.#transport.request('correctGiftRequestEmail', { id, body, query }, options)
  }

  /** Changes the address of a gift whose parcel is not on its way. */
  changeAddress(
    id: string,
    body: Body<V, 'changeGiftRequestAddress'>,
    query?: Query<V, 'changeGiftRequestAddress'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'changeGiftRequestAddress'>> {
    return this.#transport.request('changeGiftRequestAddress', { id, body, query }, options)
  }

  /** Replaces the redemption link. The old link stops working at once. */
  reissueLink(
    id: string,
    query?: Query<V, 'reissueGiftRequestLink'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'reissueGiftRequestLink'>> {
    return this.#transport.request('reissueGiftRequestLink', { id, query }, options)
  }

  /** Sends a gift again that expired, was declined or did not arrive, as a new gift request. */
  sendAgain(
    id: string,
    body: Body<V, 'sendGiftRequestAgain'> = {} as Body<V, 'sendGiftRequestAgain'>,
    query?: Query<V, 'sendGiftRequestAgain'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'sendGiftRequestAgain'>> {
    return this.#transport.request('sendGiftRequestAgain', { id, body, query }, options)
  }

  /** Ships the items of a lost, returned or cancelled parcel again. */
  shipAgain(
    id: string,
    body: Body<V, 'shipGiftRequestAgain'>,
    query?: Query<V, 'shipGiftRequestAgain'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'shipGiftRequestAgain'>> {
    return this.#transport.request('shipGiftRequestAgain', { id, body, query }, options)
  }

  /** Sends emails again: the named ones, or those that failed. */
  resendEmails(
    id: string,
    body: Body<V, 'resendGiftRequestEmails'> = {} as Body<V, 'resendGiftRequestEmails'>,
    query?: Query<V, 'resendGiftRequestEmails'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'resendGiftRequestEmails'>> {
    return this.#transport.request('resendGiftRequestEmails', { id, body, query }, options)
  }

  /** Returns the internal state, times, and which operations are possible now. */
  details(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getGiftRequestDetails'>> {
    return this.#transport.request('getGiftRequestDetails', { id }, options)
  }

  /** Returns the parcels with tracking and scans. */
  parcels(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listGiftRequestParcels'>> {
    return this.#transport.request('listGiftRequestParcels', { id }, options)
  }

  /** Returns the emails to the recipient, newest first. */
  emails(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listGiftRequestEmails'>> {
    return this.#transport.request('listGiftRequestEmails', { id }, options)
  }

  /** Returns the thank-you note. Without a note, throws a NotFoundError. */
  thankYouNote(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getGiftRequestThankYouNote'>> {
    return this.#transport.request('getGiftRequestThankYouNote', { id }, options)
  }
}
