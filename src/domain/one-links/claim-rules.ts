import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as claimStore from './claim-store.ts'
import * as oneLinkStore from './one-link-store.ts'
import type { ClaimRules, OneLink } from './tables.ts'

/** The rules of a new one-link. The account can change `require_confirmation`. */
export const defaultClaimRules: ClaimRules = {
  require_confirmation: true,
  require_approval: false,
  has_waiting_list: true,
  refuse_disposable: true,
  max_claims_per_address: 5,
  // 200 people in an office behind one address, with some who try twice
  max_claims_per_network: 300,
  // a family or a few colleagues with one device
  max_claims_per_device: 10,
}

export { maxClaimLimits } from '#contract'

/** Whether new one-links of the account require confirmation, unless their creator decides otherwise. */
export interface ClaimDefaults {
  require_confirmation: boolean
}

export async function getClaimDefaults(ctx: TxContext): Promise<ClaimDefaults> {
  const [row] = await ctx.query<ClaimDefaults>(
    'select require_confirmation from gifting.claim_settings where account_id = $1',
    [ctx.account_id],
  )
  return row ?? { require_confirmation: defaultClaimRules.require_confirmation }
}

/** Saves the default. The statement is not awaited. */
export const saveClaimDefaults = (ctx: TxContext, { require_confirmation }: ClaimDefaults): void =>
  ctx.enqueue(
    `insert into gifting.claim_settings (account_id, require_confirmation) values ($1, $2)
     on conflict (account_id) do update set require_confirmation = excluded.require_confirmation`,
    [ctx.account_id, require_confirmation],
  )

/** Returns the rules of a new one-link. */
export const newClaimRules = async (
  ctx: TxContext,
  rules: Partial<ClaimRules>,
): Promise<ClaimRules> => ({ ...defaultClaimRules, ...(await getClaimDefaults(ctx)), ...rules })

export const pickClaimRules = (link: ClaimRules): ClaimRules => ({
  require_confirmation: link.require_confirmation,
  require_approval: link.require_approval,
  has_waiting_list: link.has_waiting_list,
  refuse_disposable: link.refuse_disposable,
  max_claims_per_address: link.max_claims_per_address,
  max_claims_per_network: link.max_claims_per_network,
  max_claims_per_device: link.max_claims_per_device,
})

/**
 * Changes the rules for further claims. Claims that exist go on: those that wait for approval still need it, and
 * the waiting list keeps its entries. Returns the rules before and after; undefined if the account has no such
 * one-link.
 */
export async function updateClaimRules(
  ctx: TxContext,
  id: string,
  change: Partial<ClaimRules>,
): Promise<{ link: OneLink; before: ClaimRules; after: ClaimRules } | undefined> {
  const locked = isId(id) ? await oneLinkStore.lockExclusive(ctx, id) : undefined
  if (locked === undefined) return undefined
  claimStore.lockClaims(ctx, id)
  const before = pickClaimRules(locked)
  const after = { ...before, ...change }
  oneLinkStore.updateRules(ctx, id, after)
  const link = await oneLinkStore.find(ctx, ctx.account_id, id)
  if (link === undefined) throw new Error('a locked one-link was not found')
  return { link, before, after }
}
