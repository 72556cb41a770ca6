import { isIP } from 'node:net'
import { checkServerIdentity, type DetailedPeerCertificate, type PeerCertificate } from 'node:tls'
import type { TlsReason } from '#contract/tls-reasons'

export interface TlsFailure {
  reason: TlsReason
  /** Facts about the certificate, such as its names or the end of its validity. */
  detail?: string
}

// biome-ignore format: read down the columns
const reasonsByCode: readonly [code: RegExp, reason: TlsReason][] = [
  [/^UNABLE_TO_VERIFY_LEAF_SIGNATURE$/,                          'incomplete_chain'],
  [/^(UNABLE_TO_GET_ISSUER_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_UNTRUSTED|INVALID_CA)/, 'untrusted_authority'],
  [/^DEPTH_ZERO_SELF_SIGNED_CERT$/,                              'self_signed'],
  [/^CERT_HAS_EXPIRED$/,                                         'certificate_expired'],
  [/^CERT_NOT_YET_VALID$/,                                       'certificate_not_yet_valid'],
  [/^ERR_TLS_CERT_WITHOUT_NAMES$/,                               'certificate_without_names'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/,                             'wrong_host'],
  [/NO_APPLICATION_PROTOCOL/,                                    'no_http_1'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER|UNEXPECTED_MESSAGE/, 'not_tls'],
  [/ALERT_(CERTIFICATE_|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/, 'client_certificate_rejected'],
  [/UNRECOGNIZED_NAME/,                                          'unknown_name'],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,                      'unsupported_protocol'],
  [/HANDSHAKE_FAILURE|NO_SHARED_CIPHER|INSUFFICIENT_SECURITY/,   'handshake_rejected'],
  [/^(ECONNRESET|EPIPE|)$/,                                      'closed'],
]

/** Explains an error code of Node or OpenSSL. Uses the certificate and its chain if the receiver sent one. */
export function explainTlsError(code: string, certificate?: DetailedPeerCertificate): TlsFailure {
  const known = reasonsByCode.find(([pattern]) => pattern.test(code))?.[1] ?? 'handshake_failed'
  const isAlone = certificate !== undefined && certificate.issuerCertificate === undefined
  const reason = known === 'untrusted_authority' && isAlone ? 'incomplete_chain' : known
  const detail = reason === 'handshake_failed' ? code : describe(reason, certificate)
  return { reason, ...(detail !== undefined && { detail: toPrintable(detail) }) }
}

/**
 * Returns the failure for an error after the handshake, because TLS 1.3 rejects a client certificate only
 * after the handshake.
 */
export function explainLateAlert(error: Error | undefined): TlsFailure | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  return code.startsWith('ERR_SSL_') ? explainTlsError(code) : undefined
}

function describe(reason: TlsReason, certificate?: PeerCertificate): string | undefined {
  if (certificate === undefined) return undefined
  if (reason === 'certificate_expired') return toTime(certificate.valid_to)
  if (reason === 'certificate_not_yet_valid') return toTime(certificate.valid_from)
  if (reason === 'wrong_host') return certificate.subjectaltname
  if (reason === 'incomplete_chain' || reason === 'untrusted_authority')
    return [certificate.issuer?.CN ?? certificate.issuer?.O].flat()[0]
  return undefined
}

const toTime = (text: string): string => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

/** Makes a text printable and limits its length, because the receiver chooses the text. */
const toPrintable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200)

/**
 * Compares the names of a certificate with the host. The certificate must have subject
 * alternative names (RFC 9110, 4.3.4).
 */
export function checkNames(host: string, certificate: PeerCertificate): Error | undefined {
  if (certificate.subjectaltname !== undefined) return checkServerIdentity(host, certificate)
  return Object.assign(new Error('the certificate has no names'), {
    code: 'ERR_TLS_CERT_WITHOUT_NAMES',
  })
}

/**
 * Returns the server name for a TLS handshake: without the dot of an absolute name, and
 * empty for an address (RFC 6066, 3).
 */
export const toServerName = (host: string): string => (isIP(host) === 0 ? withoutDot(host) : '')

export const withoutDot = (host: string): string => host.replace(/\.$/, '')
