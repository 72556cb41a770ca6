import { randomBase62 } from '#platform/ids'
import type { Deployment } from '#platform/installation'
import { sha256 } from '#platform/secrets'
import type { Gift } from './tables.ts'

const codeLength = 22 // 131 bits

/** The code is found again by its digest and shown again from its seal: read from the database it opens nothing. */
export const digestOf = (code: string): Buffer => sha256(code)

export const contextOfLink = (id: string) => `gifting.link ${id}`

/** Makes the code of a gift request's redemption URL. */
export function makeLink(
  installation: Deployment,
  id: string,
): Pick<Gift, 'link_digest' | 'link_code'> {
  const code = randomBase62(codeLength)
  return {
    link_digest: digestOf(code),
    link_code: installation.cipher.encrypt(code, contextOfLink(id)),
  }
}

/** The URL the recipient follows; null until its link is made. */
export const redemptionUrl = (
  { origin, cipher: sealer }: Deployment,
  gift: Pick<Gift, 'id' | 'link_code'>,
): string | null =>
  gift.link_code === null
    ? null
    : `${origin}/r/${sealer.decrypt(gift.link_code, contextOfLink(gift.id))}`
