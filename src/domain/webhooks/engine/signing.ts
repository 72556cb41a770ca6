import { createHmac, randomBytes } from 'node:crypto'

const secretPrefix = 'svc-whsec-'

/** 32 random bytes as 43 base64url characters. The HMAC key is the whole string, prefix and all, as UTF-8. */
export const generateSecret = (): string => secretPrefix + randomBytes(32).toString('base64url')

/** The encryption context of an endpoint's secret. The ciphertext decrypts for no other row. */
export const secretContext = (endpoint_id: string): string => `webhooks.endpoint ${endpoint_id}`

/** Hex HMAC-SHA256 of `{timestamp}.{body}` (interface §6.5). `timestamp` is in seconds. */
export const computeSignature = (secret: string, timestamp: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/** One entry of the header `webhook-signature`: the same key, over `{id}.{timestamp}.{body}`, in base64. */
export const computeStandardSignature = (
  secret: string,
  id: string,
  timestamp: number,
  body: Buffer,
): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')}`

/**
 * The same secret as the verifiers of Standard Webhooks want to be given it: `whsec_` and the key in
 * base64. The key stays the whole string that was shown, so an endpoint has one secret, not two.
 */
export const toStandardSecret = (secret: string): string =>
  `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`
