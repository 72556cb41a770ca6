import * as accounts from '#accounts'
import * as campaigns from '#campaigns'
import { parseRawJson } from '#contract'
import * as donations from '#donations'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { insertReplacements, type Replacement } from '../creation/replacement.ts'
import { adHocOffering } from '../lifecycle/offering-snapshot.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { type TransitionInput, transitionAll } from '../lifecycle/transition.ts'

/** The donations and gifts that replace gift requests that expire unclaimed. */
export interface UnclaimedPlan {
  donations: readonly { id: string; variant_id: string }[]
  gifts: readonly UnclaimedGift[]
  /**
   * The ids of gift requests whose recipients receive no email about the expiry: recipients who declined, and
   * those who get another gift.
   */
  silent: ReadonlySet<string>
}

interface UnclaimedGift {
  gift: Gift
  terms: campaigns.SendableCampaign
  variant: campaigns.OfferedVariant
}

/**
 * Plans the replacements of gift requests that expire now, by the rules of their campaigns. Nothing replaces
 * an unclaimed placeholder of a one-link, because it was never for a certain person. A recipient gets no
 * digital gift after declining or after an erasure, and without an address that accepts emails.
 */
export async function planUnclaimed(
  ctx: TxContext,
  transitions: readonly (readonly [Gift, Pick<TransitionInput, 'to'>])[],
): Promise<UnclaimedPlan> {
  const expiring = transitions
    .filter(([gift, { to }]) => to === 'expired' && gift.state === 'awaiting_recipient')
    .map(([gift]) => gift)
  if (expiring.length === 0) return { donations: [], gifts: [], silent: new Set() }
  const declined = await sessionStore.findDeclined(ctx, expiring)
  const fallbacks = await findFallbacks(ctx, expiring)
  const wanted = expiring.flatMap((gift) => {
    const fallback = fallbacks.get(gift.campaign_id ?? '')
    return fallback === undefined ? [] : [{ gift, ...fallback }]
  })
  const reachable = await findReachable(
    ctx,
    wanted.filter(({ gift, variant }) => variant.kind === 'digital' && !declined.has(gift.id)),
  )
  return {
    donations: wanted
      .filter(({ variant }) => variant.kind === 'donation')
      .map(({ gift: { id }, variant: { variant_id } }) => ({ id, variant_id })),
    gifts: reachable,
    silent: new Set([...declined, ...reachable.map(({ gift }) => gift.id)]),
  }
}

/** Executes the plan in the same transaction, after the gift requests have expired. */
export async function replaceUnclaimed(ctx: TxContext, plan: UnclaimedPlan): Promise<void> {
  // All transactions add to the tallies in the order of the variants, so that no deadlock occurs.
  for (const { id, variant_id } of plan.donations.toSorted((a, b) =>
    a.variant_id < b.variant_id ? -1 : 1,
  ))
    await donations.giveUnclaimed(ctx, id, variant_id)
  const locales = await sessionStore.findLocales(
    ctx,
    plan.gifts.map(({ gift }) => gift),
  )
  const teams = await accounts.findTeamsById(
    ctx,
    plan.gifts.flatMap(({ gift }) => gift.team_id ?? []),
  )
  const gifts = await insertReplacements(
    ctx,
    plan.gifts.map((each) =>
      buildReplacement(ctx, each, locales.get(each.gift.id), teams.get(each.gift.team_id ?? '')),
    ),
  )
  transitionAll(
    ctx,
    gifts.map((gift) => [
      gift,
      { to: 'redeemed', cause: 'direct-send: its link was made', details: { isSilent: true } },
    ]),
  )
}

/** Finds the terms and the fallback of each campaign that has a fallback, by the id of the campaign. */
async function findFallbacks(
  ctx: TxContext,
  gifts: readonly Gift[],
): Promise<ReadonlyMap<string, Pick<UnclaimedGift, 'terms' | 'variant'>>> {
  const campaignIds = [...new Set(gifts.flatMap(({ campaign_id }) => campaign_id ?? []))]
  if (campaignIds.length === 0) return new Map()
  const variantIds = await campaigns.findFallbacks(ctx, campaignIds)
  const variants = await campaigns.previewOffer(ctx, [...new Set(variantIds.values())])
  const found = await Promise.all(
    [...variantIds].map(async ([campaign_id, variant_id]) => {
      const variant = variants.find((each) => each.variant_id === variant_id)
      const terms = await campaigns.findSendable(ctx, campaign_id)
      return variant === undefined || terms === undefined || !campaigns.canReplaceUnclaimed(variant)
        ? []
        : [[campaign_id, { terms, variant }] as const]
    }),
  )
  return new Map(found.flat())
}

async function findReachable(
  ctx: TxContext,
  gifts: readonly UnclaimedGift[],
): Promise<UnclaimedGift[]> {
  const emails = gifts.flatMap(({ gift: { email } }) => (email === '' ? [] : [email]))
  if (emails.length === 0) return []
  const bounced = await mail.findBouncedEmails(ctx, emails)
  return gifts.filter(
    ({ gift: { email, first_name, last_name } }) =>
      email !== '' && !bounced.has(email) && (first_name !== '' || last_name !== ''),
  )
}

/**
 * Builds the gift that replaces an unclaimed gift. It goes to the same recipient, with the same link, card
 * and message.
 */
function buildReplacement(
  ctx: TxContext,
  { gift, terms, variant }: UnclaimedGift,
  locale: string | undefined,
  team: accounts.SendingTeam | undefined,
): Replacement {
  const sender = { id: gift.sender_id, name: gift.sender_name, email: gift.sender_email }
  const { first_name, last_name, email, cost_centre, purchase_order_number } = gift
  const charged = { cost_centre, purchase_order_number, team: team ?? null }
  const body = {
    recipient: { first_name, last_name, email },
    line_items: [{ variant_id: variant.variant_id, quantity: 1 }],
    email_message: parseRawJson(gift.email_message),
    metadata: parseRawJson(gift.metadata),
    ...(locale !== undefined && { locale }),
  }
  const offering = adHocOffering(ctx, [variant], terms)
  return {
    old: gift,
    row: { body, campaign: { ...terms, ...charged, sender }, offering },
    cause: `sent because ${gift.reference} expired unclaimed`,
  }
}
