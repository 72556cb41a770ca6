import { createHash } from 'node:crypto'

/** The key of a row of a batch, and the digest of its other members. */
export interface RowKey {
  digest: Buffer
  fingerprint: Buffer
}

/** Returns the key of a normalized row. Returns undefined for a row without a key. */
export function toRowKey(members: unknown): RowKey | undefined {
  if (typeof members !== 'object' || members === null) return undefined
  const { idempotency_key, ...content } = members as Record<string, unknown>
  if (typeof idempotency_key !== 'string') return undefined
  return { digest: sha256(idempotency_key), fingerprint: sha256(toCanonicalJson(content)) }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * Serializes a value as JSON with sorted members. A program that retries can send the same members in another
 * order.
 */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
