import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import * as connections from '#connections'
import { ApiError, type FieldError, throwIfAny } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { updateRows } from '#platform/postgres/table'

/** The runs that read the paid gifts of a shop. */
export const checkoutKind: connections.RunKind = {
  table: 'shops.checkout',
  action: 'connection.read_gifts',
}

/** How the gifts that are paid in the checkout of a shop are sent. */
export interface CheckoutSettings {
  campaign_id: string
  /** The user who gets the replies and the thank-you notes. */
  sender_id: string
}

/** The settings, or null for both. */
export type CheckoutChoice = { [Name in keyof CheckoutSettings]: CheckoutSettings[Name] | null }

export interface CheckoutRow extends connections.RunRow {
  /** Null if no gifts are taken. */
  campaign_id: string | null
  sender_id: string | null
  /** All orders that changed before have been read. */
  read_until: Date | null
}

/** Returns the settings of each shop of the account by the id of its connection; null for a shop whose gifts are not taken. */
export async function listCheckouts(
  ctx: TxContext,
): Promise<ReadonlyMap<string, CheckoutSettings | null>> {
  const rows = await ctx.query<Pick<CheckoutRow, 'connection_id' | 'campaign_id' | 'sender_id'>>(
    'select connection_id, campaign_id, sender_id from shops.checkout where account_id = $1',
    [ctx.account_id],
  )
  return new Map(
    rows.map(({ connection_id, campaign_id, sender_id }) => [
      connection_id,
      campaign_id === null || sender_id === null ? null : { campaign_id, sender_id },
    ]),
  )
}

/**
 * Sets how the gifts of a shop are sent, and reads its orders soon. Without a campaign and a sender, they are not taken. Throws
 * for a campaign or a sender that cannot send them, and if the account has no such shop.
 */
export async function setCheckout(
  ctx: TxContext,
  connection_id: string,
  settings: CheckoutChoice,
): Promise<void> {
  if (settings.campaign_id !== null || settings.sender_id !== null)
    throwIfAny(await findProblems(ctx, settings))
  const key = { account_id: ctx.account_id, connection_id }
  const changes = { ...settings, due_at: ctx.real_now }
  const changed = isId(connection_id)
    ? await updateRows(ctx, checkoutKind.table, key, changes)
    : undefined
  if (!changed) throw new ApiError('not_found')
}

async function findProblems(
  ctx: TxContext,
  { campaign_id, sender_id }: CheckoutChoice,
): Promise<FieldError[]> {
  const campaign = isId(campaign_id ?? '')
    ? await campaigns.findSendable(ctx, campaign_id ?? '')
    : undefined
  const sender = await accounts.findActiveUser(ctx, { id: sender_id ?? '' })
  const problem = describeCampaign(campaign)
  return [
    ...(problem === undefined ? [] : [{ ...invalid, param: 'campaign_id', message: problem }]),
    ...(sender === undefined
      ? [{ ...invalid, param: 'sender_id', message: 'must be an active user of this account' }]
      : []),
  ]
}

const invalid = { code: 'invalid_reference' } as const

/** Returns why a campaign cannot send gifts that are paid in a shop, as a fragment; undefined if it can. */
export function describeCampaign(
  campaign: campaigns.SendableCampaign | undefined,
): string | undefined {
  if (campaign === undefined) return 'must be a campaign of this account'
  if (campaign.archived_at !== null) return 'must be a campaign that is not archived'
  if (campaign.invitation_method !== 'email') return 'must be a campaign that invites by email'
  // the buyer has paid for an item that the shop then ships, or refunds
  if (campaign.fallback_variant_id !== null)
    return 'must be a campaign that gives nothing in place of an unclaimed gift'
  return undefined
}

/** Makes the orders of a shop be read soon, because one has changed. The transaction covers all accounts. */
export async function hastenGifts(ctx: TxContext, connection_id: string): Promise<void> {
  const account_id = await connections.findAccount(ctx, connection_id)
  if (account_id === undefined) return
  const isTaken = await ctx.hasRows(
    `select 1 from shops.checkout
      where account_id = $1 and connection_id = $2 and campaign_id is not null`,
    [account_id, connection_id],
  )
  if (isTaken) await connections.hastenRun({ ...ctx, account_id }, checkoutKind, connection_id)
}
