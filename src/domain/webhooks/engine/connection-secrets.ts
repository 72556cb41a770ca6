/*
 * The encrypted settings of a connection, beside the signing secret: custom headers, and the key of the client
 * certificate.
 */

export type Header = readonly [name: string, value: string]

/** Returns the encryption context of an endpoint's headers. */
export const headersContext = (endpoint_id: string): string =>
  `webhooks.endpoint headers ${endpoint_id}`

/** Returns the encryption context of the key of an endpoint's client certificate. */
export const clientKeyContext = (endpoint_id: string): string =>
  `webhooks.endpoint client key ${endpoint_id}`

export const serializeHeaders = (headers: readonly Header[]): string => JSON.stringify(headers)

export const parseHeaders = (text: string): Header[] => JSON.parse(text) as Header[]
