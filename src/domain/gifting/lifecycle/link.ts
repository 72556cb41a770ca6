import { sha256 } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import { randomBase62 } from '#platform/lib/ids'
import type { Gift } from './tables.ts'

const codeLength = 22 // 131 bits

/**
 * Links are looked up by this digest and displayed by decrypting the code, so a copy of the database contains
 * no usable link.
 */
export const hashCode = (code: string): Buffer => sha256(code)

export const linkContext = (id: string) => `gifting.link ${id}`

/** Generates the code of a gift request's redemption URL. */
export function createLink(
  deployment: Deployment,
  id: string,
): Pick<Gift, 'link_digest' | 'link_code'> {
  const code = randomBase62(codeLength)
  return {
    link_digest: hashCode(code),
    link_code: deployment.cipher.encrypt(code, linkContext(id)),
  }
}

/** Returns the URL of the recipient's page; null until the link is created. */
export const redemptionUrl = (
  { origin, cipher }: Deployment,
  gift: Pick<Gift, 'id' | 'link_code'>,
): string | null =>
  gift.link_code === null
    ? null
    : `${origin}/r/${cipher.decrypt(gift.link_code, linkContext(gift.id))}`
