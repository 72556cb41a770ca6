export type Phase = 'dns' | 'connect' | 'tls' | 'sent' | 'status'

/** Every error code of a request, with its description in the attempt log. */
export const httpErrorCodes = {
  dns_failed: 'The name does not resolve to an address.',
  address_refused: 'The address is private or reserved; requests only go to public ones.',
  port_refused: 'Webhooks may not go to this port; the operator lists those that are allowed.',
  connect_refused: 'The receiver refuses connections.',
  connect_timeout: 'No connection in time.',
  connect_failed: 'The receiver cannot be reached.',
  tls_failed: 'The secure connection failed; mostly the certificate is not trusted, or expired.',
  reset: 'The receiver closed the connection without an answer.',
  response_timeout: 'No answer in time.',
  bad_response: 'What was answered is not HTTP.',
  redirect: 'The receiver redirects; redirects are not followed.',
  http_status: 'The receiver answered with a status that is not 2xx.',
} as const satisfies Record<string, string>

export type HttpErrorCode = keyof typeof httpErrorCodes

export interface ConnectFailure {
  error: HttpErrorCode
  phase: Phase
  address?: string
}
