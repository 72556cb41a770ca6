import { throwIfAny } from '#contract'
import * as mail from '#email'
import * as greetings from '#greetings'
import type { Deployment } from '#platform/deployment'
import type { TxContext } from '#platform/postgres/database'
import { linkContext } from '../lifecycle/link.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { reserveBudgets, saveReservations } from './budgets.ts'
import { buildGifts, insertGifts } from './create.ts'
import { findRecipientLimitErrors } from './recipient-limit.ts'
import * as replacementStore from './replacement-store.ts'
import type { ValidatedGift } from './validate.ts'

/** A locked gift request that has ended, and the gift request that replaces it. */
export interface Replacement {
  old: Gift
  row: ValidatedGift
  /** The cause in the history of the new gift request. */
  cause: string
  /** True if the budgets and the limit of the address can reject the new gift request. */
  isLimited?: true
}

/**
 * Creates the gift requests that replace ended ones, with their own events. They receive the card, the phone
 * number and the link, which leads to the new gift request from now on. Returns the new gift requests in the
 * state `created`. The caller applies the next transition.
 */
export async function insertReplacements(
  ctx: TxContext,
  replacements: readonly Replacement[],
): Promise<Gift[]> {
  const rows = replacements.map(({ row }) => row)
  const gifts = await buildGifts(ctx, rows)
  const limited = gifts.filter((_, index) => replacements[index]?.isLimited === true)
  const refused = await findRecipientLimitErrors(ctx, limited)
  const reserved = await reserveBudgets(ctx, rows.map(withoutStop(replacements)), gifts, refused)
  throwIfAny([...reserved.errors.values()])
  const created = replacements.map(({ old, row, cause }, index) => {
    const gift = gifts[index]
    if (gift === undefined) throw new Error('no gift request was built')
    insertGifts(ctx, [row], [gift], { cause, isNewContact: false })
    replacementStore.insert(ctx, old.id, gift.id)
    return { old, gift }
  })
  saveReservations(ctx, reserved, gifts)
  greetings.copyForGifts(
    ctx,
    created.map(({ old, gift }) => ({ from: old.id, to: gift.id })),
  )
  await mail.copyRecipientPhones(
    ctx,
    created
      .filter(({ old, gift }) => gift.email_key === old.email_key)
      .map(({ old, gift }) => ({ from: old, to: gift })),
  )
  return created.map(({ old, gift }) => {
    replacementStore.clearLinkDigest(ctx, old)
    return withLinkOf(ctx.deployment, gift, old)
  })
}

/**
 * Prevents the budgets from stopping a replacement that a timer sends. The sender promised this replacement
 * with the original gift, and the original gift has returned its part of the budget.
 */
const withoutStop =
  (replacements: readonly Replacement[]) =>
  (row: ValidatedGift, index: number): ValidatedGift => {
    if (replacements[index]?.isLimited === true) return row
    const { budget, team } = row.campaign
    return {
      ...row,
      campaign: {
        ...row.campaign,
        budget: budget && { ...budget, stops: false },
        team: team && { ...team, budget: team.budget && { ...team.budget, stops: false } },
      },
    }
  }

/**
 * Moves the link of the old gift to the new gift. If the old link was deleted, the new gift uses its own new
 * link.
 */
function withLinkOf({ cipher }: Deployment, gift: Gift, old: Gift): Gift {
  if (old.link_digest === null || old.link_code === null) return gift
  const code = cipher.decrypt(old.link_code, linkContext(old.id))
  return {
    ...gift,
    link_digest: old.link_digest,
    link_code: cipher.encrypt(code, linkContext(gift.id)),
  }
}
