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

/** Webhook endpoints. Changes need a token with the scope `endpoints:write`. */
export class Endpoints<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /** Creates an endpoint. Only this response contains its secret. */
  create(
    body: Body<V, 'createEndpoint'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'createEndpoint'>> {
    return this.#transport.request('createEndpoint', { body }, options)
  }

  list(
    query?: Query<V, 'listEndpoints'>,
    options?: RequestOptions,
  ): List<Item<V, 'listEndpoints'>, Page<V, 'listEndpoints'>> {
    return this.#transport.list('listEndpoints', query, options)
  }

  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getEndpoint'>> {
    return this.#transport.request('getEndpoint', { id }, options)
  }

  /** Changes the given settings. `enabled: false` disables the endpoint. */
  update(
    id: string,
    body: Body<V, 'updateEndpoint'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'updateEndpoint'>> {
    return this.#transport.request('updateEndpoint', { id, body }, options)
  }

  /** Deletes an endpoint, and abandons its open deliveries. */
  delete(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'deleteEndpoint'>> {
    return this.#transport.request('deleteEndpoint', { id }, options)
  }

  /** Creates a new secret. Only this response contains it. */
  rotateSecret(
    id: string,
    body: Body<V, 'rotateEndpointSecret'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'rotateEndpointSecret'>> {
    return this.#transport.request('rotateEndpointSecret', { id, body }, options)
  }

  /** Sends a sample event. */
  sendTest(
    id: string,
    body: Body<V, 'sendTestEvent'>,
    options?: RequestOptions,
  ): APIPromise<ResponseBody<V, 'sendTestEvent'>> {
    return this.#transport.request('sendTestEvent', { id, body }, options)
  }

  /** Resends what was abandoned since a time. Repeat the call until `remaining` is 0. */
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

  list(
    query?: Query<V, 'listDeliveries'>,
    options?: RequestOptions,
  ): List<Item<V, 'listDeliveries'>, Page<V, 'listDeliveries'>> {
    return this.#transport.list('listDeliveries', query, options)
  }

  get(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'getDelivery'>> {
    return this.#transport.request('getDelivery', { id }, options)
  }

  /** Resends a delivery. Returns the open or new delivery. */
  resend(id: string, options?: RequestOptions): APIPromise<ResponseBody<V, 'resendDelivery'>> {
    return this.#transport.request('resendDelivery', { id }, options)
  }
}
