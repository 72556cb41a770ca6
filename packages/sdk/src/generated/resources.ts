// Generated from the OpenAPI documents by scripts/generate.ts. Do not edit.
import type { APIPromise } from '../api-promise.ts'
import type { List } from '../list.ts'
import type { Body, Item, Page, Query, RequestOptions, ResponseBody, ResultsBody, Transport } from '../transport.ts'
import type { ApiVersion } from './versions.ts'

/** Gift requests. */
export class GiftRequests<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List gift requests. Newest first. A gift request must match all filters.
   * Scope: `gift_requests:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listGiftRequests'>,
    options?: RequestOptions,
  ): List<Item<V, 'listGiftRequests'>, Page<V, 'listGiftRequests'>> {
    return this.#transport.list('listGiftRequests', query, options)
  }

  /**
   * Create a gift request. Creates a gift request. With neither address nor items, the recipient chooses
   * from what the campaign offers. A campaign whose `invitation_method` is `sender_provided_address`
   * requires both, and no other campaign allows them. Emits `gift_request_created`.
   * Scope: `gift_requests:write`.
   * Errors: ValidationError.
   */
  create(
    body: Body<V, 'createGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createGiftRequest'>> {
    return this.#transport.request('createGiftRequest', { body }, options)
  }

  /**
   * Create many gift requests. Creates 1 to 100 gift requests, all or none, and emits
   * `gift_request_created` for each. With `dry_run=true`, validates every row and creates nothing.
   * Scope: `gift_requests:write`.
   * Errors: ValidationError; ConflictError (idempotency_key_reused).
   */
  createMany(
    body: Omit<Body<V, 'createGiftRequests'>, 'on_error'>,
    query?: Query<V, 'createGiftRequests'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createGiftRequests'>> {
    return this.#transport.request('createGiftRequests', { body, query }, options)
  }

  /**
   * Get a gift request. The current state of a gift request. A webhook has the state at the time of its
   * event.
   * Scope: `gift_requests:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getGiftRequest'>> {
    return this.#transport.request('getGiftRequest', { id }, options)
  }

  /**
   * Change a gift request. Changes the members that the body has. `send_at` can change until the gift
   * request is sent, `expires_at` and `email_message` until the recipient redeems, `metadata` at any
   * time. Emits no event.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  update(
    id: string,
    body: Body<V, 'updateGiftRequest'> = {} as Body<V, 'updateGiftRequest'>,
    query?: Query<V, 'updateGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateGiftRequest'>> {
    return this.#transport.request('updateGiftRequest', { id, body, query }, options)
  }

  /**
   * Cancel a gift request. Cancels a gift request that is not dispatched. Emits
   * `gift_request_cancelled`.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  cancel(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'cancelGiftRequest'>> {
    return this.#transport.request('cancelGiftRequest', { id }, options)
  }

  /**
   * Get the history of a gift request. Every transition between internal states, oldest first, including
   * those that emit no event, such as backorders and failed delivery attempts.
   * Scope: `gift_requests:read`.
   * Errors: NotFoundError.
   */
  history(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getGiftRequestHistory'>> {
    return this.#transport.request('getGiftRequestHistory', { id }, options)
  }

  /**
   * Extend a gift request. Sets the expiry to `expires_at`, or adds `days` to it; send one of them.
   * Possible until the recipient redeems. Reminders move with it.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  extend(
    id: string,
    body: Body<V, 'extendGiftRequest'> = {} as Body<V, 'extendGiftRequest'>,
    query?: Query<V, 'extendGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'extendGiftRequest'>> {
    return this.#transport.request('extendGiftRequest', { id, body, query }, options)
  }

  /**
   * Remind a recipient. Sends a reminder to a recipient who has not redeemed, at most one email an hour.
   * Not possible after a bounce or a decline, or if the sender shares the link.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  remind(
    id: string,
    query?: Query<V, 'remindGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'remindGiftRequest'>> {
    return this.#transport.request('remindGiftRequest', { id, query }, options)
  }

  /**
   * Correct an email address. Sends the email that fits the state to the new address. The link stays
   * valid. With the same address, it sends the email again.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  correctEmail(
    id: string,
    body: Body<V, 'correctGiftRequestEmail'>,
    query?: Query<V, 'correctGiftRequestEmail'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'correctGiftRequestEmail'>> {
    return this.#transport.request('correctGiftRequestEmail', { id, body, query }, options)
  }

  /**
   * Change a shipping address. For a redeemed gift whose parcel is not on its way, or that could not be
   * delivered. A parcel that the carrier refused is placed again. A recipient’s address is never
   * returned.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  changeAddress(
    id: string,
    body: Body<V, 'changeGiftRequestAddress'>,
    query?: Query<V, 'changeGiftRequestAddress'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'changeGiftRequestAddress'>> {
    return this.#transport.request('changeGiftRequestAddress', { id, body, query }, options)
  }

  /**
   * Replace a link. Creates a new redemption link and emails it to the recipient. The old link stops
   * working at once. If the sender shares the link, no email is sent.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  reissueLink(
    id: string,
    query?: Query<V, 'reissueGiftRequestLink'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'reissueGiftRequestLink'>> {
    return this.#transport.request('reissueGiftRequestLink', { id, query }, options)
  }

  /**
   * Send a gift again. For a gift that expired, was declined or did not arrive. Creates a new gift
   * request with its own events, and moves the link to it. A gift request is sent again once: a repeated
   * call returns the first replacement with the status 200.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  sendAgain(
    id: string,
    body: Body<V, 'sendGiftRequestAgain'> = {} as Body<V, 'sendGiftRequestAgain'>,
    query?: Query<V, 'sendGiftRequestAgain'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'sendGiftRequestAgain'>> {
    return this.#transport.request('sendGiftRequestAgain', { id, body, query }, options)
  }

  /**
   * Ship items again. Ships the items of a lost, returned or cancelled parcel in a new parcel from new
   * stock. A parcel is replaced once.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  shipAgain(
    id: string,
    body: Body<V, 'shipGiftRequestAgain'>,
    query?: Query<V, 'shipGiftRequestAgain'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'shipGiftRequestAgain'>> {
    return this.#transport.request('shipGiftRequestAgain', { id, body, query }, options)
  }

  /**
   * Resolve a problem report. Closes the report. The recipient sees that it is resolved, and gets no
   * email. A resolved report does not change.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError.
   */
  resolveProblemReport(
    id: string,
    reportId: string,
    query?: Query<V, 'resolveGiftRequestProblemReport'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'resolveGiftRequestProblemReport'>> {
    return this.#transport.request('resolveGiftRequestProblemReport', { id, params: { report_id: reportId }, query }, options)
  }

  /**
   * Send emails again. Sends copies of emails to the recipient’s address, and forgets a bounce of that
   * address.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  resendEmails(
    id: string,
    body: Body<V, 'resendGiftRequestEmails'> = {} as Body<V, 'resendGiftRequestEmails'>,
    query?: Query<V, 'resendGiftRequestEmails'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'resendGiftRequestEmails'>> {
    return this.#transport.request('resendGiftRequestEmails', { id, body, query }, options)
  }

  /**
   * Get the details of a gift request. The internal state, times and language, what the recipient did,
   * what it replaces, and which operations are possible now.
   * Scope: `gift_requests:read`.
   * Errors: NotFoundError.
   */
  details(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getGiftRequestDetails'>> {
    return this.#transport.request('getGiftRequestDetails', { id }, options)
  }

  /**
   * List the parcels of a gift request. Each parcel with its carrier, tracking number, items and scans.
   * Without an address and without the codes of digital items.
   * Scope: `gift_requests:read`.
   * Errors: NotFoundError.
   */
  parcels(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listGiftRequestParcels'>> {
    return this.#transport.request('listGiftRequestParcels', { id }, options)
  }

  /**
   * List the emails of a gift request. The latest 100 emails to the recipient and their states, newest
   * first.
   * Scope: `gift_requests:read`.
   * Errors: NotFoundError.
   */
  emails(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listGiftRequestEmails'>> {
    return this.#transport.request('listGiftRequestEmails', { id }, options)
  }

  /**
   * List the text messages of a gift request. The latest 100 text messages to the recipient and their
   * states, newest first.
   * Scope: `gift_requests:read`.
   * Errors: NotFoundError.
   */
  textMessages(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listGiftRequestTextMessages'>> {
    return this.#transport.request('listGiftRequestTextMessages', { id }, options)
  }

  /**
   * List the problem reports of a gift request. What the recipient reported after the order, oldest
   * first, with the answers. The photos are shown in the web app.
   * Scope: `gift_requests:read`.
   * Errors: NotFoundError.
   */
  problemReports(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listGiftRequestProblemReports'>> {
    return this.#transport.request('listGiftRequestProblemReports', { id }, options)
  }

  /**
   * Get the thank-you note. The note that the recipient wrote; 404 as long as there is none.
   * Scope: `gift_requests:read`.
   * Errors: NotFoundError.
   */
  thankYouNote(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getGiftRequestThankYouNote'>> {
    return this.#transport.request('getGiftRequestThankYouNote', { id }, options)
  }

  /**
   * Get the greeting of a gift request. The card that the recipient sees, and the photo or video of the
   * sender.
   * Scope: `gift_requests:read`.
   * Errors: NotFoundError.
   */
  greeting(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getGiftRequestGreeting'>> {
    return this.#transport.request('getGiftRequestGreeting', { id }, options)
  }

  /**
   * Set the greeting of a gift request. Replaces the greeting of the campaign for this gift request. The
   * recipient sees it at once; an email that was sent does not change. Not possible after a
   * cancellation.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  setGreeting(
    id: string,
    body: Body<V, 'setGiftRequestGreeting'>,
    query?: Query<V, 'setGiftRequestGreeting'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'setGiftRequestGreeting'>> {
    return this.#transport.request('setGiftRequestGreeting', { id, body, query }, options)
  }

  /**
   * Delete the greeting of a gift request. The gift request shows the greeting of its campaign again.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  deleteGreeting(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'deleteGiftRequestGreeting'>> {
    return this.#transport.request('deleteGiftRequestGreeting', { id }, options)
  }

  /**
   * Returns a result for each row: an invalid row does not stop the others. A row with an
   * `idempotency_key` is created once, however often you send it.
   * Scope: `gift_requests:write`.
   * Errors: ValidationError; ConflictError (idempotency_key_reused).
   */
  createEach(
    rows: Body<V, 'createGiftRequests'> extends { gift_requests: infer Rows } ? Rows : never,
    query?: Query<V, 'createGiftRequests'>,
    options?: RequestOptions,
  ): APIPromise<ResultsBody<V, 'createGiftRequests'>> {
    const body = { gift_requests: rows, on_error: 'continue' }
    return this.#transport.requestResults('createGiftRequests', { body, query }, options)
  }
}

/** Campaigns. */
export class Campaigns<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List campaigns. Newest first, each with its whole catalogue: products, their variants, and the stock
   * of each in each warehouse.
   * Scope: `campaigns:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listCampaigns'>,
    options?: RequestOptions,
  ): List<Item<V, 'listCampaigns'>, Page<V, 'listCampaigns'>> {
    return this.#transport.list('listCampaigns', query, options)
  }

  /**
   * Create a campaign. Creates an available campaign. Without a colour or a logo, it has those of the
   * account; without `sender_id`, the first user of the account sends its gifts.
   * Scope: `campaigns:write`.
   * Errors: ValidationError.
   */
  create(
    body: Body<V, 'createCampaign'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createCampaign'>> {
    return this.#transport.request('createCampaign', { body }, options)
  }

  /**
   * Get a campaign. One campaign with its catalogue. Create gift requests with its `id`, such as
   * `019681f0-5a10-7c3e-9b1d-2f6a8e4c1001`.
   * Scope: `campaigns:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getCampaign'>> {
    return this.#transport.request('getCampaign', { id }, options)
  }

  /**
   * Change a campaign. Changes the members that the body has, also inside `theme` and `email_message`.
   * Gifts that exist keep what they offer. The invitation method is fixed. With `If-Match` and the
   * `ETag` of an earlier response, the request fails with 412 if the resource has changed since.
   * Scope: `campaigns:write`.
   * Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
   */
  update(
    id: string,
    body: Body<V, 'updateCampaign'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateCampaign'>> {
    return this.#transport.request('updateCampaign', { id, body }, options)
  }

  /**
   * Copy a campaign. Creates a campaign with another name and the same content and settings.
   * Scope: `campaigns:write`.
   * Errors: NotFoundError; ValidationError.
   */
  copy(
    id: string,
    body: Body<V, 'copyCampaign'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'copyCampaign'>> {
    return this.#transport.request('copyCampaign', { id, body }, options)
  }

  /**
   * Archive a campaign. The campaign sends no new gifts. Existing gifts are not affected.
   * Scope: `campaigns:write`.
   * Errors: NotFoundError; ValidationError.
   */
  archive(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'archiveCampaign'>> {
    return this.#transport.request('archiveCampaign', { id }, options)
  }

  /**
   * Restore a campaign. Makes an archived campaign available. Fails if all its items are archived.
   * Scope: `campaigns:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  restore(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'restoreCampaign'>> {
    return this.#transport.request('restoreCampaign', { id }, options)
  }

  /**
   * Get the settings of a campaign. Language, reminders, the choice of shipping rates, and the donation
   * that replaces unclaimed gifts.
   * Scope: `campaigns:read`.
   * Errors: NotFoundError.
   */
  settings(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getCampaignSettings'>> {
    return this.#transport.request('getCampaignSettings', { id }, options)
  }

  /**
   * Change the settings of a campaign. Changes the members that the body has. The next reminders of
   * existing gifts follow the new plan. With `If-Match` and the `ETag` of an earlier response, the
   * request fails with 412 if the resource has changed since.
   * Scope: `campaigns:write`.
   * Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
   */
  updateSettings(
    id: string,
    body: Body<V, 'updateCampaignSettings'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateCampaignSettings'>> {
    return this.#transport.request('updateCampaignSettings', { id, body }, options)
  }

  /**
   * Get the greeting of a campaign. The card, and the photo or video, of each gift without a greeting of
   * its own.
   * Scope: `campaigns:read`.
   * Errors: NotFoundError.
   */
  greeting(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getCampaignGreeting'>> {
    return this.#transport.request('getCampaignGreeting', { id }, options)
  }

  /**
   * Set the greeting of a campaign. Replaces the greeting, also for gifts that exist and have no
   * greeting of their own. Without a card and without `media_id`, the campaign has none.
   * Scope: `campaigns:write`.
   * Errors: NotFoundError; ValidationError.
   */
  setGreeting(
    id: string,
    body: Body<V, 'setCampaignGreeting'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'setCampaignGreeting'>> {
    return this.#transport.request('setCampaignGreeting', { id, body }, options)
  }
}

/** Products with their variants. */
export class Products<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List products. Newest first, each with all its variants and their stock.
   * Scope: `catalogue:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listProducts'>,
    options?: RequestOptions,
  ): List<Item<V, 'listProducts'>, Page<V, 'listProducts'>> {
    return this.#transport.list('listProducts', query, options)
  }

  /**
   * Create a product. Adds a product with 1 to 100 variants. Campaigns offer variants. Its pictures are
   * addresses; `POST /pictures` copies a picture of another server.
   * Scope: `catalogue:write`.
   * Errors: ValidationError.
   */
  create(
    body: Body<V, 'createProduct'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createProduct'>> {
    return this.#transport.request('createProduct', { body }, options)
  }

  /**
   * Get a product. One product with all its variants and their stock.
   * Scope: `catalogue:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getProduct'>> {
    return this.#transport.request('getProduct', { id }, options)
  }

  /**
   * Change a product. Changes the members that the body has. Gifts that exist keep the names and
   * pictures that they were created with. With `If-Match` and the `ETag` of an earlier response, the
   * request fails with 412 if the resource has changed since.
   * Scope: `catalogue:write`.
   * Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
   */
  update(
    id: string,
    body: Body<V, 'updateProduct'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateProduct'>> {
    return this.#transport.request('updateProduct', { id, body }, options)
  }

  /**
   * Archive a product. New gifts do not offer the product. Existing gifts are not affected. Fails if a
   * campaign would have no items left.
   * Scope: `catalogue:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  archive(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'archiveProduct'>> {
    return this.#transport.request('archiveProduct', { id }, options)
  }

  /**
   * Restore a product. Offers an archived product again, also in the campaigns that list it.
   * Scope: `catalogue:write`.
   * Errors: NotFoundError; ValidationError.
   */
  restore(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'restoreProduct'>> {
    return this.#transport.request('restoreProduct', { id }, options)
  }

  /**
   * Change many products. Changes, archives or restores 1 to 100 products, all or none. Shipping details
   * apply to every variant of the products.
   * Scope: `catalogue:write`.
   * Errors: ValidationError; ConflictError (invalid_transition).
   */
  bulkUpdate(
    body: Body<V, 'bulkUpdateProducts'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'bulkUpdateProducts'>> {
    return this.#transport.request('bulkUpdateProducts', { body }, options)
  }
}

/** Variants of products: what gifts contain. */
export class Variants<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * Add a variant to a product. Adds a variant after the others. A product has at most 100.
   * Scope: `catalogue:write`.
   * Errors: NotFoundError; ValidationError.
   */
  create(
    productId: string,
    body: Body<V, 'createVariant'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createVariant'>> {
    return this.#transport.request('createVariant', { id: productId, body }, options)
  }

  /**
   * Get a variant. One variant with its stock in each warehouse.
   * Scope: `catalogue:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getVariant'>> {
    return this.#transport.request('getVariant', { id }, options)
  }

  /**
   * Change a variant. Changes the members that the body has. With `If-Match` and the `ETag` of an
   * earlier response, the request fails with 412 if the resource has changed since.
   * Scope: `catalogue:write`.
   * Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
   */
  update(
    id: string,
    body: Body<V, 'updateVariant'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateVariant'>> {
    return this.#transport.request('updateVariant', { id, body }, options)
  }

  /**
   * Archive a variant. New gifts do not offer the variant. Fails if a campaign would have no items left.
   * Scope: `catalogue:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  archive(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'archiveVariant'>> {
    return this.#transport.request('archiveVariant', { id }, options)
  }

  /**
   * Restore a variant. Offers an archived variant again, if its product is available.
   * Scope: `catalogue:write`.
   * Errors: NotFoundError; ValidationError.
   */
  restore(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'restoreVariant'>> {
    return this.#transport.request('restoreVariant', { id }, options)
  }

  /**
   * List variants. Newest first, each with its stock in each warehouse. Find a variant by its SKU.
   * Scope: `catalogue:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listVariants'>,
    options?: RequestOptions,
  ): List<Item<V, 'listVariants'>, Page<V, 'listVariants'>> {
    return this.#transport.list('listVariants', query, options)
  }

  /**
   * Import codes of a digital variant. Imports up to 500 codes, or links for single gifts, all or none.
   * Codes are encrypted, and no operation returns them. Gifts that wait for a code get theirs next, the
   * oldest first.
   * Scope: `catalogue:write`.
   * Errors: NotFoundError; ValidationError.
   */
  importCodes(
    id: string,
    body: Body<V, 'importCodes'>,
    query?: Query<V, 'importCodes'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'importCodes'>> {
    return this.#transport.request('importCodes', { id, body, query }, options)
  }
}

/** The stock of variants in warehouses. */
export class StockLevels<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * Set stock levels. Sets the available units of variants in warehouses, all or none, as after a count.
   * Units that are reserved for gifts are not available. With `expected`, a count that has changed since
   * rejects everything.
   * Scope: `catalogue:write`.
   * Errors: ValidationError.
   */
  set(
    body: Body<V, 'setStockLevels'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'setStockLevels'>> {
    return this.#transport.request('setStockLevels', { body }, options)
  }

  /**
   * Adjust stock levels. Adds units to stock levels, or takes units away, all or none, as after a
   * delivery. Adjustments at the same instant add up. Send an Idempotency-Key, so that a retry does not
   * add twice.
   * Scope: `catalogue:write`.
   * Errors: ValidationError.
   */
  adjust(
    body: Body<V, 'adjustStockLevels'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'adjustStockLevels'>> {
    return this.#transport.request('adjustStockLevels', { body }, options)
  }
}

/** Pictures of products. */
export class Pictures<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * Copy a picture of another server. Loads a PNG, JPEG or WebP picture of up to 700 KB once, and
   * returns its address here, for products, variants and logos. The same address returns the same
   * picture. A picture that is not used within a day is deleted.
   * Scope: `catalogue:write`.
   * Errors: ValidationError.
   */
  create(
    body: Body<V, 'createPicture'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createPicture'>> {
    return this.#transport.request('createPicture', { body }, options)
  }
}

/** Warehouses of the account. */
export class Warehouses<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List warehouses. All warehouses that are in use, by name, on one page.
   * Scope: `catalogue:read`.
   */
  list(
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listWarehouses'>> {
    return this.#transport.request('listWarehouses', {}, options)
  }

  /**
   * Create a warehouse. Adds a warehouse. It has no stock.
   * Scope: `catalogue:write`.
   * Errors: ValidationError.
   */
  create(
    body: Body<V, 'createWarehouse'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createWarehouse'>> {
    return this.#transport.request('createWarehouse', { body }, options)
  }

  /**
   * Get a warehouse. One warehouse with the address that it sends from. Also one that is archived.
   * Scope: `catalogue:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getWarehouse'>> {
    return this.#transport.request('getWarehouse', { id }, options)
  }

  /**
   * Change a warehouse. Changes the members of the body. The country is fixed once the warehouse has
   * stock. With `If-Match` and the `ETag` of an earlier response, the request fails with 412 if the
   * resource has changed since.
   * Scope: `catalogue:write`.
   * Errors: ValidationError; NotFoundError; ConflictError (invalid_transition).
   */
  update(
    id: string,
    body: Body<V, 'updateWarehouse'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateWarehouse'>> {
    return this.#transport.request('updateWarehouse', { id, body }, options)
  }

  /**
   * Archive a warehouse. Takes a warehouse out of use. Not possible while it has stock, available or
   * reserved.
   * Scope: `catalogue:write`.
   * Errors: ValidationError; NotFoundError; ConflictError (invalid_transition).
   */
  archive(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'archiveWarehouse'>> {
    return this.#transport.request('archiveWarehouse', { id }, options)
  }
}

/** One-links: public links with a number of claimable gifts. */
export class OneLinks<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List one-links. Newest first, each with the number of claimed gifts.
   * Scope: `one_links:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listOneLinks'>,
    options?: RequestOptions,
  ): List<Item<V, 'listOneLinks'>, Page<V, 'listOneLinks'>> {
    return this.#transport.list('listOneLinks', query, options)
  }

  /**
   * Create a one-link. Creates `quantity` unclaimed gift requests behind one public link, and emits
   * `gift_request_created` for each of them. There are never more claims than gifts, and at most one
   * claim for each email address.
   * Scope: `one_links:write`.
   * Errors: ValidationError.
   */
  create(
    body: Body<V, 'createOneLink'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createOneLink'>> {
    return this.#transport.request('createOneLink', { body }, options)
  }

  /**
   * Get a one-link. One one-link, with the number of its claimed gifts.
   * Scope: `one_links:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getOneLink'>> {
    return this.#transport.request('getOneLink', { id }, options)
  }

  /**
   * Change a one-link. Changes the members that the body has, of a one-link that is neither closed nor
   * expired. Its unclaimed gifts get the same expiry. Existing claims are not affected. With `If-Match`
   * and the `ETag` of an earlier response, the request fails with 412 if the resource has changed since.
   * Scope: `one_links:write`.
   * Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
   */
  update(
    id: string,
    body: Body<V, 'updateOneLink'>,
    query?: Query<V, 'updateOneLink'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateOneLink'>> {
    return this.#transport.request('updateOneLink', { id, body, query }, options)
  }

  /**
   * Close a one-link. The link accepts no more claims, and its unclaimed gifts are cancelled. Claimed
   * gifts continue. Closing it again changes nothing.
   * Scope: `one_links:write`.
   * Errors: NotFoundError; ValidationError.
   */
  close(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'closeOneLink'>> {
    return this.#transport.request('closeOneLink', { id }, options)
  }
}

/** Claims of one-links, their rules, and the deny list. */
export class Claims<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * Get the claim rules of a one-link. Who can claim a gift of the link, and how often.
   * Scope: `one_links:read`.
   * Errors: NotFoundError.
   */
  rules(
    oneLinkId: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getClaimRules'>> {
    return this.#transport.request('getClaimRules', { id: oneLinkId }, options)
  }

  /**
   * Change the claim rules of a one-link. Changes the fields that the body has, for further claims.
   * Scope: `one_links:write`.
   * Errors: NotFoundError; ValidationError.
   */
  updateRules(
    oneLinkId: string,
    body: Body<V, 'updateClaimRules'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateClaimRules'>> {
    return this.#transport.request('updateClaimRules', { id: oneLinkId, body }, options)
  }

  /**
   * Get the claim rules of new one-links. The rules that a new one-link has.
   * Scope: `one_links:read`.
   */
  defaults(
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getClaimDefaults'>> {
    return this.#transport.request('getClaimDefaults', {}, options)
  }

  /**
   * Change the claim rules of new one-links. Decides whether claims of new one-links need a confirmation
   * by email.
   * Scope: `one_links:write`.
   * Errors: ValidationError.
   */
  updateDefaults(
    body: Body<V, 'updateClaimDefaults'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateClaimDefaults'>> {
    return this.#transport.request('updateClaimDefaults', { body }, options)
  }

  /**
   * List claims without a gift. Claims that wait for approval, and the waiting list, newest first.
   * Claims with a gift are gift requests.
   * Scope: `one_links:read`.
   * Errors: ValidationError; NotFoundError.
   */
  list(
    oneLinkId: string,
    query?: Query<V, 'listClaims'>,
    options?: RequestOptions,
  ): List<Item<V, 'listClaims'>, Page<V, 'listClaims'>> {
    return this.#transport.list('listClaims', query, options, { id: oneLinkId })
  }

  /**
   * Approve claims. Sends the links of the gifts to the claimants. A claim that was decided before, or
   * lapsed, is skipped.
   * Scope: `one_links:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  approve(
    oneLinkId: string,
    body: Body<V, 'approveClaims'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'approveClaims'>> {
    return this.#transport.request('approveClaims', { id: oneLinkId, body }, options)
  }

  /**
   * Reject claims. Sends an email to the claimants, and frees their places. A claim that was decided
   * before, or lapsed, is skipped.
   * Scope: `one_links:write`.
   * Errors: NotFoundError; ValidationError; ConflictError (invalid_transition).
   */
  reject(
    oneLinkId: string,
    body: Body<V, 'rejectClaims'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'rejectClaims'>> {
    return this.#transport.request('rejectClaims', { id: oneLinkId, body }, options)
  }

  /**
   * List denied claimants. The addresses and domains that cannot claim from any one-link, on one page.
   * Scope: `one_links:read`.
   */
  denied(
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listDeniedClaimants'>> {
    return this.#transport.request('listDeniedClaimants', {}, options)
  }

  /**
   * Deny claimants. Adds up to 500 addresses and domains to the deny list. Known entries are skipped.
   * Scope: `one_links:write`.
   * Errors: ValidationError.
   */
  deny(
    body: Body<V, 'denyClaimants'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'denyClaimants'>> {
    return this.#transport.request('denyClaimants', { body }, options)
  }

  /**
   * Allow a denied claimant again. Removes an entry from the deny list.
   * Scope: `one_links:write`.
   * Errors: NotFoundError; ValidationError.
   */
  allow(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'allowClaimant'>> {
    return this.#transport.request('allowClaimant', { id }, options)
  }
}

/** The people who get gifts. */
export class Recipients<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List recipients. The people who got gifts, newest first. Erased people are not listed.
   * Scope: `recipients:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listRecipients'>,
    options?: RequestOptions,
  ): List<Item<V, 'listRecipients'>, Page<V, 'listRecipients'>> {
    return this.#transport.list('listRecipients', query, options)
  }

  /**
   * Get a recipient. One person with the latest hundred thank-you notes and declines.
   * Scope: `recipients:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getRecipient'>> {
    return this.#transport.request('getRecipient', { id }, options)
  }

  /**
   * List the gift requests of a recipient. The gift requests to this person, newest first. A token
   * without `gift_requests:read` gets `redemption_url` and `shipping_address` as null.
   * Scope: `recipients:read`.
   * Errors: ValidationError; NotFoundError.
   */
  giftRequests(
    id: string,
    query?: Query<V, 'listGiftRequestsOfRecipient'>,
    options?: RequestOptions,
  ): List<Item<V, 'listGiftRequestsOfRecipient'>, Page<V, 'listGiftRequestsOfRecipient'>> {
    return this.#transport.list('listGiftRequestsOfRecipient', query, options, { id })
  }

  /**
   * Correct the email address of a recipient. Changes the address of all gift requests to this person
   * that are on their way, at most 100, and sends the email that fits their state. The recipient of
   * these gift requests is then the person with the new address.
   * Scope: `recipients:write`.
   * Errors: NotFoundError; ValidationError.
   */
  correctEmail(
    id: string,
    body: Body<V, 'correctRecipientEmail'>,
    query?: Query<V, 'correctRecipientEmail'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'correctRecipientEmail'>> {
    return this.#transport.request('correctRecipientEmail', { id, body, query }, options)
  }

  /**
   * Send emails to a recipient again. Allows emails to an address that bounced.
   * Scope: `recipients:write`.
   * Errors: NotFoundError; ValidationError.
   */
  clearBounce(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'clearRecipientBounce'>> {
    return this.#transport.request('clearRecipientBounce', { id }, options)
  }

  /**
   * Export the personal data of a recipient. Everything that the account stores about the person, for a
   * request under privacy law. The audit log records the export.
   * Scope: `recipients:write`.
   * Errors: NotFoundError.
   */
  personalData(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getPersonalData'>> {
    return this.#transport.request('getPersonalData', { id }, options)
  }

  /**
   * Erase the personal data of a recipient. Erases everything about the person with this email address,
   * also claims and emails. Gifts that are not dispatched are cancelled, and emit
   * `gift_request_cancelled` without personal data. A repeated erasure finds nothing. With
   * `dry_run=true`, returns the counts and erases nothing.
   * Scope: `recipients:write`.
   * Errors: ValidationError.
   */
  erase(
    body: Body<V, 'erasePersonalData'>,
    query?: Query<V, 'erasePersonalData'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'erasePersonalData'>> {
    return this.#transport.request('erasePersonalData', { body, query }, options)
  }
}

/** The figures of the overview in the web app, and exports. */
export class Reports<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * Count gifts by stage. How many gifts were sent, opened, redeemed and delivered.
   * Scope: `reports:read`.
   * Errors: ValidationError.
   */
  funnel(
    query?: Query<V, 'getFunnel'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getFunnel'>> {
    return this.#transport.request('getFunnel', { query }, options)
  }

  /**
   * Get the time that recipients take to redeem. The median, the time of nine in ten gifts, and counts
   * by duration.
   * Scope: `reports:read`.
   * Errors: ValidationError.
   */
  timeToRedeem(
    query?: Query<V, 'getTimeToRedeem'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getTimeToRedeem'>> {
    return this.#transport.request('getTimeToRedeem', { query }, options)
  }

  /**
   * Count gifts by country. Gifts whose country is known, the largest number first, on one page.
   * Scope: `reports:read`.
   * Errors: ValidationError.
   */
  countries(
    query?: Query<V, 'listGiftsByCountry'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listGiftsByCountry'>> {
    return this.#transport.request('listGiftsByCountry', { query }, options)
  }

  /**
   * List the most frequent gifts. The eight variants that most redeemed gifts contain.
   * Scope: `reports:read`.
   * Errors: ValidationError.
   */
  topGifts(
    query?: Query<V, 'listTopGifts'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listTopGifts'>> {
    return this.#transport.request('listTopGifts', { query }, options)
  }

  /**
   * Count gifts over time. How many gifts were sent in each day, week or month, and how many of them are
   * redeemed now. Up to 100 days are counted by day, up to 700 by week.
   * Scope: `reports:read`.
   * Errors: ValidationError.
   */
  trend(
    query?: Query<V, 'getTrend'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getTrend'>> {
    return this.#transport.request('getTrend', { query }, options)
  }

  /**
   * Get the work to do. Stalled and expiring gifts, bounced addresses, low stock and codes, and queued
   * emails. Counts end at 1,001.
   * Scope: `reports:read`.
   */
  attention(
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getAttention'>> {
    return this.#transport.request('getAttention', {}, options)
  }

  /**
   * Export gift requests. All gift requests that match, the oldest first, as one download. JSON Lines
   * have the gift request object. After a broken download, send the id of the last complete line as
   * `after`, with the same filters: no row is missing or twice. Gift requests of the last 30 seconds are
   * left out, so that requests that are still running are not skipped.
   * Scope: `reports:read`.
   * Errors: ValidationError.
   */
  exportGiftRequests(
    query?: Query<V, 'exportGiftRequests'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'exportGiftRequests'>> {
    return this.#transport.request('exportGiftRequests', { query }, options)
  }

  /**
   * Export stock levels. The stock of all variants in all warehouses, as one download. After a broken
   * download, send the `variant_id` of the last variant whose lines are complete as `after`.
   * Scope: `reports:read`.
   * Errors: ValidationError.
   */
  exportStockLevels(
    query?: Query<V, 'exportStockLevels'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'exportStockLevels'>> {
    return this.#transport.request('exportStockLevels', { query }, options)
  }

  /**
   * Export parcels. All parcels that match, the oldest first, as one download, without addresses. JSON
   * Lines have the parcel with its items and scans, its gift request and its times. A broken download
   * continues as that of gift requests. Parcels of the last 30 seconds are left out.
   * Scope: `reports:read`.
   * Errors: ValidationError.
   */
  exportParcels(
    query?: Query<V, 'exportParcels'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'exportParcels'>> {
    return this.#transport.request('exportParcels', { query }, options)
  }

  /**
   * Export donations. All donations that match, the oldest first, as one download, with the time of
   * their payment. Amounts are integers in minor units. A broken download continues as that of gift
   * requests. Donations of cancelled gifts and of the last 30 seconds are left out.
   * Scope: `reports:read`.
   * Errors: ValidationError.
   */
  exportDonations(
    query?: Query<V, 'exportDonations'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'exportDonations'>> {
    return this.#transport.request('exportDonations', { query }, options)
  }
}

/** The events of the last 30 days. */
export class Events<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List events. The events of the last 30 days, newest first, each with the body that webhooks deliver.
   * Read them to catch up on what a receiver missed.
   * Scope: `events:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listEvents'>,
    options?: RequestOptions,
  ): List<Item<V, 'listEvents'>, Page<V, 'listEvents'>> {
    return this.#transport.list('listEvents', query, options)
  }

  /**
   * Get an event. One event by the id that its deliveries carry in `Service-Webhook-Event-Id`.
   * Scope: `events:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getEvent'>> {
    return this.#transport.request('getEvent', { id }, options)
  }
}

/** What a person has to resolve, such as a gift without stock. */
export class Attention<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List what needs attention. Conditions that a person can resolve, newest first: each with its cause,
   * since when it is true, and the next actions. Without `state`, the list has open and ended ones of
   * the last 90 days.
   * Scope: `events:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listAttention'>,
    options?: RequestOptions,
  ): List<Item<V, 'listAttention'>, Page<V, 'listAttention'>> {
    return this.#transport.list('listAttention', query, options)
  }

  /**
   * Get an item. One item, by the id that the webhooks about it carry in their bodies.
   * Scope: `events:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getAttentionItem'>> {
    return this.#transport.request('getAttentionItem', { id }, options)
  }
}

/** Webhook endpoints. Changes need a token with the scope `endpoints:write`. */
export class Endpoints<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List endpoints. Newest first, without their secrets.
   * Scope: `endpoints:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listEndpoints'>,
    options?: RequestOptions,
  ): List<Item<V, 'listEndpoints'>, Page<V, 'listEndpoints'>> {
    return this.#transport.list('listEndpoints', query, options)
  }

  /**
   * Create an endpoint. Creates an endpoint and its signing secret, which only this response contains.
   * Requires the Enterprise tier.
   * Scope: `endpoints:write`.
   * Errors: PermissionError (plan_required); ValidationError.
   */
  create(
    body: Body<V, 'createEndpoint'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createEndpoint'>> {
    return this.#transport.request('createEndpoint', { body }, options)
  }

  /**
   * Get an endpoint. One endpoint, without its secret.
   * Scope: `endpoints:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getEndpoint'>> {
    return this.#transport.request('getEndpoint', { id }, options)
  }

  /**
   * Change an endpoint. Changes the members that the body has. The next attempt of each delivery uses
   * them; recorded bodies stay as they are. With `If-Match` and the `ETag` of an earlier response, the
   * request fails with 412 if the endpoint has changed since.
   * Scope: `endpoints:write`.
   * Errors: NotFoundError; ConflictError (invalid_transition); PermissionError (plan_required);
   * ValidationError.
   */
  update(
    id: string,
    body: Body<V, 'updateEndpoint'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateEndpoint'>> {
    return this.#transport.request('updateEndpoint', { id, body }, options)
  }

  /**
   * Delete an endpoint. Its open deliveries are abandoned. Deliveries and attempts can still be read.
   * Scope: `endpoints:write`.
   * Errors: NotFoundError; ValidationError.
   */
  delete(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'deleteEndpoint'>> {
    return this.#transport.request('deleteEndpoint', { id }, options)
  }

  /**
   * Rotate the secret of an endpoint. Creates a new signing secret, which only this response contains.
   * For `overlap_seconds`, requests carry a second signature with the previous secret: give the receiver
   * the new secret in this time. Then rotate with 0 only if the previous secret must end early. At most
   * two secrets are valid.
   * Scope: `endpoints:write`.
   * Errors: NotFoundError; PermissionError (plan_required); ValidationError.
   */
  rotateSecret(
    id: string,
    body: Body<V, 'rotateEndpointSecret'> = {} as Body<V, 'rotateEndpointSecret'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'rotateEndpointSecret'>> {
    return this.#transport.request('rotateEndpointSecret', { id, body }, options)
  }

  /**
   * Rotate the Ed25519 key of an endpoint. Creates a new key pair. Its `public_key` is in this response
   * and in every later one. For `overlap_seconds`, requests also carry a signature of the previous key.
   * At most two keys are valid.
   * Scope: `endpoints:write`.
   * Errors: NotFoundError; PermissionError (plan_required); ConflictError (invalid_transition);
   * ValidationError.
   */
  rotateKey(
    id: string,
    body: Body<V, 'rotateEndpointKey'> = {} as Body<V, 'rotateEndpointKey'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'rotateEndpointKey'>> {
    return this.#transport.request('rotateEndpointKey', { id, body }, options)
  }

  /**
   * Send a test event. Sends a sample event to the endpoint: signed and logged like any other, with one
   * attempt, and not in the feed of events.
   * Scope: `endpoints:write`.
   * Errors: NotFoundError; PermissionError (plan_required); ValidationError; ConflictError
   * (invalid_transition).
   */
  sendTest(
    id: string,
    body: Body<V, 'sendTestEvent'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'sendTestEvent'>> {
    return this.#transport.request('sendTestEvent', { id, body }, options)
  }

  /**
   * Resend abandoned deliveries. Resends the deliveries that were abandoned since a time, oldest first,
   * each event once, at most 1,000 in one call. Repeat the call until `remaining` is 0. Each call counts
   * as 50 requests for the rate limit.
   * Scope: `endpoints:write`.
   * Errors: NotFoundError; PermissionError (plan_required); ValidationError.
   */
  recover(
    id: string,
    body: Body<V, 'recoverDeliveries'>,
    query?: Query<V, 'recoverDeliveries'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'recoverDeliveries'>> {
    return this.#transport.request('recoverDeliveries', { id, body, query }, options)
  }
}

/** Deliveries of webhooks, with their attempts. */
export class Deliveries<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * List deliveries. The deliveries of all endpoints, also of deleted ones, newest first, each with its
   * attempts.
   * Scope: `endpoints:read`.
   * Errors: ValidationError.
   */
  list(
    query?: Query<V, 'listDeliveries'>,
    options?: RequestOptions,
  ): List<Item<V, 'listDeliveries'>, Page<V, 'listDeliveries'>> {
    return this.#transport.list('listDeliveries', query, options)
  }

  /**
   * Get a delivery. One delivery with its attempts. `GET /events/{id}` has the body that was sent.
   * Scope: `endpoints:read`.
   * Errors: NotFoundError.
   */
  get(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getDelivery'>> {
    return this.#transport.request('getDelivery', { id }, options)
  }

  /**
   * Resend a delivery. A pending delivery is attempted now, with the same id. For a delivery that has
   * ended, creates a new delivery of the same event with the same bytes and five attempts.
   * Scope: `endpoints:write`.
   * Errors: NotFoundError; PermissionError (plan_required); ValidationError; ConflictError
   * (invalid_transition).
   */
  resend(
    id: string,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'resendDelivery'>> {
    return this.#transport.request('resendDelivery', { id }, options)
  }
}

/** Simulates the life of a gift request and advances the clock. In staging only. */
export class TestHelpers<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * Walk a gift request to a state. Moves the gift request to an internal state by the shortest valid
   * path of transitions, and emits the event of each transition. A gift request that is already in the
   * state does not change.
   * In staging only.
   * Scope: `gift_requests:write`.
   * Errors: NotFoundError; ConflictError (invalid_transition); ValidationError.
   */
  advanceGiftRequest(
    id: string,
    body: Body<V, 'advanceGiftRequest'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'advanceGiftRequest'>> {
    return this.#transport.request('advanceGiftRequest', { id, body }, options)
  }

  /**
   * Advance the clock. Advances the clock of the account and runs everything that is due by then:
   * scheduled gifts are sent, others expire. The clock cannot be set back.
   * In staging only.
   * Scope: `gift_requests:write`.
   * Errors: ValidationError.
   */
  advanceClock(
    body: Body<V, 'advanceClock'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'advanceClock'>> {
    return this.#transport.request('advanceClock', { body }, options)
  }
}

/** The resources of a client. */
export abstract class Resources<V extends ApiVersion> {
  readonly giftRequests: GiftRequests<V>
  readonly campaigns: Campaigns<V>
  readonly products: Products<V>
  readonly variants: Variants<V>
  readonly stockLevels: StockLevels<V>
  readonly pictures: Pictures<V>
  readonly warehouses: Warehouses<V>
  readonly oneLinks: OneLinks<V>
  readonly claims: Claims<V>
  readonly recipients: Recipients<V>
  readonly reports: Reports<V>
  readonly events: Events<V>
  readonly attention: Attention<V>
  readonly endpoints: Endpoints<V>
  readonly deliveries: Deliveries<V>
  readonly testHelpers: TestHelpers<V>

  constructor(transport: Transport<V>) {
    this.giftRequests = new GiftRequests(transport)
    this.campaigns = new Campaigns(transport)
    this.products = new Products(transport)
    this.variants = new Variants(transport)
    this.stockLevels = new StockLevels(transport)
    this.pictures = new Pictures(transport)
    this.warehouses = new Warehouses(transport)
    this.oneLinks = new OneLinks(transport)
    this.claims = new Claims(transport)
    this.recipients = new Recipients(transport)
    this.reports = new Reports(transport)
    this.events = new Events(transport)
    this.attention = new Attention(transport)
    this.endpoints = new Endpoints(transport)
    this.deliveries = new Deliveries(transport)
    this.testHelpers = new TestHelpers(transport)
  }
}
