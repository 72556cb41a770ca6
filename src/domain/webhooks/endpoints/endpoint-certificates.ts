import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { FieldError } from '#contract'
import { getSecureContext } from '#platform/http-client/tls-settings'

/*
 * The certificates of an endpoint: certificate authorities that must have issued the receiver's certificate,
 * and a client certificate for mutual TLS. All of them are in PEM format.
 */

export interface CertificateInput {
  /** The certificate authorities that are trusted instead of the public ones. Null removes them. */
  ca?: string | null | undefined
  /**
   * The client certificate, followed by its intermediate certificates. Null removes the certificate and its
   * key.
   */
  client_certificate?: string | null | undefined
  client_key?: string | null | undefined
}

/** The values that the database stores. */
export interface CertificateChange {
  ca?: Certificate | null
  client?: (Certificate & { key: string }) | null
}

interface Certificate {
  pem: string
  subject: string
  expires_at: Date
}

const maxBytes = 32_768
const maxCertificates = 20

/** Parses and validates the certificates. Returns the values that the database stores, and all errors. */
export function parseCertificates(
  { ca, client_certificate, client_key }: CertificateInput,
  now: Date,
): { change: CertificateChange; errors: FieldError[] } {
  const errors: FieldError[] = []
  const change: CertificateChange = {}
  if (ca !== undefined) change.ca = ca === null ? null : parseAuthorities(ca, now, errors)
  if (client_certificate === null) change.client = null
  else if (typeof client_certificate === 'string')
    change.client = parseClient(client_certificate, client_key ?? undefined, now, errors)
  if (client_certificate === undefined && typeof client_key === 'string')
    errors.push(error('required', 'client_certificate', 'is required with client_key'))
  if (client_certificate === null && typeof client_key === 'string')
    errors.push(error('not_allowed', 'client_key', 'needs a client_certificate'))
  return { change, errors }
}

function parseAuthorities(pem: string, now: Date, errors: FieldError[]): Certificate | null {
  const certificates = parseChain(pem, 'ca', errors)
  if (certificates === undefined) return null
  validateDates(certificates, 'ca', now, errors)
  return toCertificate(certificates)
}

function parseClient(
  pem: string,
  keyPem: string | undefined,
  now: Date,
  errors: FieldError[],
): (Certificate & { key: string }) | null {
  const certificates = parseChain(pem, 'client_certificate', errors)
  const key = parseKey(keyPem, errors)
  const [leaf] = certificates ?? []
  if (certificates === undefined || key === undefined || leaf === undefined) return null
  validateDates([leaf], 'client_certificate', now, errors)
  if (!leaf.checkPrivateKey(key))
    errors.push(error('invalid', 'client_key', 'must be the key of the client certificate'))
  const keyText = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = toCertificate(certificates)
  if (errors.length === 0 && !isUsable(certificate.pem, keyText))
    errors.push(
      error(
        'invalid',
        'client_certificate',
        'cannot be used for TLS; use RSA of at least 2048 bits, ECDSA or Ed25519',
      ),
    )
  return { ...certificate, key: keyText }
}

/**
 * Returns whether a certificate and its key are usable. OpenSSL rejects weak keys and weak signatures only
 * when it creates a context with them.
 */
const isUsable = (cert: string, key: string): boolean =>
  getSecureContext({ id: 'validation', cert, key }) !== undefined

const certificatePattern = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+?-----END CERTIFICATE-----/g

function parseChain(
  pem: string,
  param: string,
  errors: FieldError[],
): X509Certificate[] | undefined {
  const fail = (code: FieldError['code'], message: string): undefined => {
    errors.push(error(code, param, message))
  }
  if (pem.length > maxBytes) return fail('too_long', `must be at most ${maxBytes} characters`)
  if (pem.includes('PRIVATE KEY-----') && param === 'ca')
    return fail('not_allowed', 'must not contain a private key; upload certificates only')
  const blocks = pem.match(certificatePattern) ?? []
  if (blocks.length === 0)
    return fail(
      'invalid_format',
      'must be PEM: -----BEGIN CERTIFICATE-----, base64, -----END CERTIFICATE-----',
    )
  if (blocks.length > maxCertificates)
    return fail('too_many', `must have at most ${maxCertificates} certificates`)
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch {
    return fail('invalid_format', 'has a certificate that cannot be read; export it again as PEM')
  }
}

function parseKey(pem: string | undefined, errors: FieldError[]): KeyObject | undefined {
  const fail = (code: FieldError['code'], message: string): undefined => {
    errors.push(error(code, 'client_key', message))
  }
  if (pem === undefined || pem === '')
    return fail('required', 'is required with a client certificate')
  if (pem.length > maxBytes) return fail('too_long', `must be at most ${maxBytes} characters`)
  if (/ENCRYPTED/.test(pem))
    return fail('not_allowed', 'must not have a passphrase; remove it with openssl pkey')
  try {
    return createPrivateKey(pem)
  } catch {
    return fail('invalid_format', 'must be a private key in PEM')
  }
}

function validateDates(
  certificates: readonly X509Certificate[],
  param: string,
  now: Date,
  errors: FieldError[],
): void {
  const expired = certificates.find(({ validTo }) => new Date(validTo) <= now)
  if (expired !== undefined)
    errors.push(
      error(
        'invalid',
        param,
        `expired on ${new Date(expired.validTo).toISOString().slice(0, 10)}; use a newer one`,
      ),
    )
}

/**
 * Converts certificates to the values that the database stores. The expiry is that of the certificate that
 * expires first. The stored text contains only the certificates.
 */
const toCertificate = (certificates: readonly X509Certificate[]): Certificate => ({
  pem: certificates.map((each) => each.toString()).join(''),
  subject: (certificates[0]?.subject ?? '').split('\n').join(', ').slice(0, 255),
  expires_at: new Date(Math.min(...certificates.map(({ validTo }) => Date.parse(validTo)))),
})

const error = (code: FieldError['code'], param: string, message: string): FieldError => ({
  code,
  param,
  message,
})
