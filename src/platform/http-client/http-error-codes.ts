import type { TlsFailure } from './tls-reasons.ts'

export type Phase = 'dns' | 'connect' | 'tls' | 'sent' | 'status'

/** Every error code of a request, with its description for the attempt log. */
export const httpErrorCodes = {
  dns_failed: 'The name does not resolve to an address.',
  address_refused: 'The address is private or reserved; requests go to public addresses only.',
  port_refused: 'The operator does not allow webhooks to this port.',
  connect_refused: 'The receiver refused the connection.',
  connect_timeout: 'The connection timed out.',
  connect_failed: 'The receiver is unreachable.',
  proxy_failed: 'The proxy of the operator is unreachable, or refused the connection.',
  tls_failed: 'The TLS connection failed. The reason of the attempt says why.',
  reset: 'The receiver closed the connection without a response.',
  response_timeout: 'The response timed out.',
  bad_response: 'The response is not valid HTTP.',
  redirect: 'The receiver sent a redirect; redirects are not followed.',
  http_status: 'The receiver responded with a status other than 2xx.',
} as const satisfies Record<string, string>

export type HttpErrorCode = keyof typeof httpErrorCodes

export interface ConnectFailure extends Partial<TlsFailure> {
  error: HttpErrorCode
  phase: Phase
  /** The milliseconds that it took to open the connection on which TLS failed. */
  connect_ms?: number
  address?: string
}
