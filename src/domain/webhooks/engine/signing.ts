import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'svc-whsec-'

/**
 * Generates 32 random bytes as 43 base64url characters. The HMAC key is the whole string with its prefix,
 * as UTF-8.
 */
export const generateSecret = (): string => secretPrefix + randomBytes(32).toString('base64url')

/**
 * Returns the encryption context of an endpoint's secret, so that the ciphertext decrypts for no other
 * row.
 */
export const secretContext = (endpoint_id: string): string => `webhooks.endpoint ${endpoint_id}`

/** Returns the hex HMAC-SHA256 of `{timestamp}.{body}` (interface §6.5). `timestamp` is in seconds. */
export const computeSignature = (secret: string, timestamp: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/**
 * Returns one entry of the header `webhook-signature`: the base64 HMAC of `{id}.{timestamp}.{body}` with
 * the same key.
 */
export const computeStandardSignature = (
  secret: string,
  id: string,
  timestamp: number,
  body: Buffer,
): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`

/**
 * Converts a secret to the format of Standard Webhooks verifiers: `whsec_` and the key in base64. The key
 * is the whole original string, so an endpoint has one secret, not two.
 */
export const toStandardSecret = (secret: string): string =>
  `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`
