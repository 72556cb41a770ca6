import type { APIPromise } from './api-promise.ts'
import type { ApiVersion } from './generated/versions.ts'
import type { Body, RequestOptions, ResponseBody, Transport } from './transport.ts'

/**
 * The operations of the token endpoint. The client fetches its own tokens, so use this class only for the
 * tokens of other accounts.
 */
export class OAuth<V extends ApiVersion> {
  readonly #transport: Transport<V>

  constructor(transport: Transport<V>) {
    this.#transport = transport
  }

  /**
   * Creates an access token. A refresh token works only once, so the SDK never retries the exchange of a
   * refresh token.
   */
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

  /** Revokes a token. The next request with this token fails. */
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
