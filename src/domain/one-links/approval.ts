import { ApiError } from '#contract'
import * as mail from '#email'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { assignPlace } from './assign-place.ts'
import { enqueueApproval } from './claim-emails.ts'
import * as claimStore from './claim-store.ts'
import * as oneLinkStore from './one-link-store.ts'
import { decryptClaimant, sendClaimEmail } from './open-claim.ts'
import { endLapsedClaims } from './places.ts'
import { type Claim, claimLifetimesMs } from './tables.ts'

export { maxDecisions } from '#contract'

export type Decision = 'approve' | 'reject'

/** The result of a decision. `skipped`: claims that another person decided, or that lapsed. */
export interface DecisionResult {
  decided: number
  skipped: number
}

/**
 * Approves or rejects claims that wait for it. An approved claimant gets the link of the gift by email and has
 * three days to redeem it. A rejected claimant gets an email, and the place is free again; only the key of the
 * mailbox remains until the one-link ends. Returns undefined if the account has no such one-link.
 */
export async function decideClaims(
  ctx: TxContext,
  one_link_id: string,
  ids: readonly string[],
  decision: Decision,
): Promise<DecisionResult | undefined> {
  const link = isId(one_link_id) ? await oneLinkStore.lockShared(ctx, one_link_id) : undefined
  if (link === undefined) return undefined
  if (link.closed_at !== null || link.expires_at <= ctx.now)
    throw new ApiError('invalid_transition', {
      message: 'The one-link has ended, so its claims cannot be approved or rejected any more.',
    })
  claimStore.lockClaims(ctx, link.id)
  await endLapsedClaims(ctx, link)
  const distinct = [...new Set(ids.filter(isId))]
  let decided = 0
  for (const id of distinct) {
    const claim = await claimStore.find(ctx, link.id, id)
    if (claim?.state !== 'pending') continue
    if (decision === 'approve') await approve(ctx, link, claim)
    else await reject(ctx, link, claim)
    decided += 1
  }
  return { decided, skipped: ids.length - decided }
}

async function approve(
  ctx: TxContext,
  link: oneLinkStore.LockedOneLink,
  claim: Claim,
): Promise<void> {
  const claimant = decryptClaimant(ctx, claim)
  const gift = await assignPlace(ctx, link, claim, claimant, claimLifetimesMs.approvedRedemption)
  if (gift === undefined) await sendClaimEmail(ctx, link, claim, 'rejected')
  else enqueueApproval(ctx, gift, claimant.locale)
}

async function reject(
  ctx: TxContext,
  link: oneLinkStore.LockedOneLink,
  claim: Claim,
): Promise<void> {
  const { email_ids } = claim
  await sendClaimEmail(ctx, link, claim, 'rejected')
  mail.deleteMessages(ctx, email_ids)
  claimStore.update(ctx, {
    ...claim,
    state: 'rejected',
    has_place: false,
    claimant: null,
    network_digest: null,
    email_ids: [],
    until: link.expires_at,
  })
  claimStore.wakeWaitingList(ctx, link.id)
}
