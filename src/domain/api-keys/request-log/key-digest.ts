import { sha256 } from '#platform/crypto/encryption'

/**
 * Returns a short digest of an Idempotency-Key: enough to find requests with the same key, and different
 * in each account. The key itself may contain an order number or personal data, so the request log does
 * not store it.
 */
export const shortKeyDigest = (account_id: string, key: string): string =>
  sha256(`${account_id} ${key}`).toString('hex').slice(0, 12)
