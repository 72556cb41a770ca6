import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { hashMailbox } from './claim-limits.ts'
import * as claimStore from './claim-store.ts'
import { toMailbox } from './mailbox.ts'
import { decryptClaimant } from './open-claim.ts'
import type { Claim } from './tables.ts'

/**
 * A claim without a gift, as part of a person's data. A claim with a gift is part of the data of its gift
 * request.
 */
export interface PersonalClaim {
  one_link_id: string
  state: Claim['state']
  /** The name and address of the claimant. Null for a rejected claim, because they are deleted. */
  claimant: { first_name: string; last_name: string; email: string } | null
  created_at: Date
  until: Date | null
}

/** Finds the claims of the mailbox that this email address belongs to. */
export async function findPersonalClaims(ctx: TxContext, email: string): Promise<PersonalClaim[]> {
  const claims = await findClaims(ctx, email)
  return claims
    .filter(({ state }) => state !== 'claimed')
    .map((claim) => ({
      one_link_id: claim.one_link_id,
      state: claim.state,
      claimant: claim.claimant === null ? null : withoutLocale(decryptClaimant(ctx, claim)),
      created_at: claim.created_at,
      until: claim.until,
    }))
}

const withoutLocale = ({ first_name, last_name, email }: ReturnType<typeof decryptClaimant>) => ({
  first_name,
  last_name,
  email,
})

/**
 * Deletes the claims of these gift requests, and those of the mailbox that this email address belongs to.
 * Also deletes their emails.
 */
export async function eraseClaims(
  ctx: TxContext,
  email: string,
  gift_request_ids: readonly string[],
): Promise<void> {
  removeEndedClaims(ctx, gift_request_ids)
  const claims = await findClaims(ctx, email)
  claimStore.remove(
    ctx,
    claims.map(({ id }) => id),
  )
  mail.deleteMessages(
    ctx,
    claims.flatMap(({ email_ids }) => email_ids),
  )
  for (const { one_link_id } of claims) claimStore.wakeWaitingList(ctx, one_link_id)
}

/**
 * Finds the claims of a mailbox. The digest of a mailbox differs for each one-link, so the function
 * calculates it for each one-link with claims.
 */
async function findClaims(ctx: TxContext, email: string): Promise<Claim[]> {
  const mailbox = toMailbox(email)
  const ids = await claimStore.oneLinksWithClaims(ctx)
  return claimStore.findByKeys(
    ctx,
    ids.map((id) => ({ one_link_id: id, mailbox_digest: hashMailbox(id, mailbox) })),
  )
}

/**
 * Deletes the claims of gift requests whose data is deleted. The function does not wait for the statement.
 */
export const removeEndedClaims = (ctx: TxContext, gift_request_ids: readonly string[]): void =>
  claimStore.removeByGifts(ctx, gift_request_ids)
