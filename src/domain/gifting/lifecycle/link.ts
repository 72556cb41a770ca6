import { sha256 } from '#platform/crypto/encryption'
import { type Deployment, recipientOrigin } from '#platform/deployment'
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
  deployment: Deployment,
  gift: Pick<Gift, 'account_id' | 'id' | 'link_code'>,
): string | null =>
  gift.link_code === null
    ? null
    : `${recipientOrigin(deployment, gift.account_id)}/r/${deployment.cipher.decrypt(gift.link_code, linkContext(gift.id))}`
