import type { APIPromise } from './api-promise.ts'
import type { ApiVersion } from './generated/versions.ts'
import type { Query, RequestOptions, ResponseBody, Transport } from './transport.ts'

/** The figures of the overview in the web app. */
export class Reports<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Counts gifts by stage. */
  funnel(
    query?: Query<V, 'getFunnel'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getFunnel'>> {
    return this.#transport.request('getFunnel', { query }, options)
  }

  /** Returns the time that recipients take to redeem. */
  timeToRedeem(
    query?: Query<V, 'getTimeToRedeem'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'getTimeToRedeem'>> {
    return this.#transport.request('getTimeToRedeem', { query }, options)
  }

  /** Counts gifts by country, the largest number first. */
  countries(
    query?: Query<V, 'listGiftsByCountry'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listGiftsByCountry'>> {
    return this.#transport.request('listGiftsByCountry', { query }, options)
  }

  /** Returns the most frequent gifts. */
  topGifts(
    query?: Query<V, 'listTopGifts'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'listTopGifts'>> {
    return this.#transport.request('listTopGifts', { query }, options)
  }

  /**
   * Returns gift requests as CSV or JSON Lines, in memory. For exports of any size, stream `/exports/gift_requests` with
   * an HTTP client.
   */
  exportGiftRequests(
    query?: Query<V, 'exportGiftRequests'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'exportGiftRequests'>> {
    return this.#transport.request('exportGiftRequests', { query }, options)
  }

  /** Returns stock levels as CSV or JSON Lines, in memory. */
  exportStockLevels(
    query?: Query<V, 'exportStockLevels'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'exportStockLevels'>> {
    return this.#transport.request('exportStockLevels', { query }, options)
  }

  /** Returns parcels with their items and scans. */
  exportParcels(
    query?: Query<V, 'exportParcels'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'exportParcels'>> {
    return this.#transport.request('exportParcels', { query }, options)
  }

  /** Returns donations with the time of their payment. */
  exportDonations(
    query?: Query<V, 'exportDonations'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'exportDonations'>> {
    return this.#transport.request('exportDonations', { query }, options)
  }

  /** Returns the work to do. */
  attention(options?: RequestOptions): APIPromise<ResponseBody<V, 'getAttention'>> {
    return this.#transport.request('getAttention', {}, options)
  }
}
