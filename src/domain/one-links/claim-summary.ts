import { type Page, type Paginated, type RefusalReason, toPage } from '#contract'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import * as limitStore from './claim-limit-store.ts'
import * as claimStore from './claim-store.ts'
import { decryptClaimant } from './open-claim.ts'
import type { Claim, ClaimState } from './tables.ts'

/** What became of the claims of a one-link. */
export interface ClaimCounts {
  /** Places reserved until the address is confirmed. */
  unconfirmed: number
  /** Places that wait for approval. */
  pending: number
  /** Confirmed entries of the waiting list. */
  listed: number
  /** Places offered to the waiting list. */
  offered: number
  rejected: number
  /** Refused attempts by reason, most frequent first. */
  refused: readonly { reason: RefusalReason; count: number }[]
}

export async function countClaims(ctx: TxContext, one_link_id: string): Promise<ClaimCounts> {
  const rows = await claimStore.countByState(ctx, one_link_id)
  const count = (state: ClaimState) => rows.find((row) => row.state === state)?.count ?? 0
  return {
    unconfirmed: count('unconfirmed'),
    pending: count('pending'),
    listed: count('listed'),
    offered: count('offered'),
    rejected: count('rejected'),
    refused: await limitStore.listRefusals(ctx, one_link_id),
  }
}

export type ClaimListState = Extract<ClaimState, 'pending' | 'listed' | 'offered'>

/** A claim without a gift, for admins and senders. Unconfirmed claims are only counted. */
export interface ListedClaim {
  id: string
  state: ClaimListState
  name: string
  email: string
  /** Since when the claim waits. */
  since: Date
  /** When the claim ends by itself. */
  until: Date | null
}

/** Returns claims in these states, those that wait longest first. */
export async function listClaims(
  ctx: TxContext,
  one_link_id: string,
  states: readonly ClaimListState[],
  limit: number,
): Promise<ListedClaim[]> {
  const claims = await claimStore.listByState(ctx, one_link_id, states, limit)
  return claims.map((claim) => toListedClaim(ctx, claim))
}

/** Returns a page of the claims without a gift. Throws if `after` is not a claim of the one-link. */
export async function listClaimPage(
  ctx: TxContext,
  one_link_id: string,
  { state }: { state?: ClaimListState },
  page: Page,
): Promise<Paginated<ListedClaim>> {
  const { after } = page
  await assertKnownCursor(ctx, after, (id) => claimStore.find(ctx, one_link_id, id), 'deletable')
  const states = state === undefined ? (['pending', 'listed', 'offered'] as const) : [state]
  const { data, has_more } = toPage(await claimStore.findPage(ctx, one_link_id, states, page), page)
  return { data: data.map((claim) => toListedClaim(ctx, claim)), has_more }
}

function toListedClaim(ctx: TxContext, claim: Claim): ListedClaim {
  const { first_name, last_name, email } = decryptClaimant(ctx, claim)
  return {
    id: claim.id,
    state: claim.state as ClaimListState,
    name: `${first_name} ${last_name}`.trim(),
    email,
    since: claim.queued_at ?? claim.created_at,
    until: claim.until,
  }
}
