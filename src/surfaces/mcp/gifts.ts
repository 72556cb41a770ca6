import { Type } from 'typebox'
import * as access from '#access'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres'
import { stateWords } from './state-words.ts'
import type { Call } from './tool.ts'

export const whichGift = Type.String({
  description: 'Its id, or its reference such as GR-7K2M9QXA.',
  minLength: 1,
  maxLength: 100,
})

/** By id or reference; of another account it is as unknown as a made-up one. */
export async function findGift(ctx: TxContext, which: string): Promise<gifting.Gift> {
  const wanted = which.trim()
  const gift = (await gifting.find(ctx, wanted)) ?? (await byReference(ctx, wanted.toUpperCase()))
  if (gift !== undefined) return gift
  throw new ApiError('not_found', {
    message: 'This account has no such gift. search_gifts finds gifts by recipient or campaign.',
  })
}

async function byReference(ctx: TxContext, reference: string) {
  const { data } = await gifting.list(ctx, { reference }, { limit: 1, order: 'desc' })
  return data[0]
}

/** A gift in a few lines: enough to name it to a person, and to ask on. */
export function brief(gift: gifting.Gift) {
  const { id, reference, status, state, campaign_name, created_at, updated_at } = gift
  return {
    id,
    reference,
    status,
    state,
    means: stateWords[state].means,
    recipient: { name: `${gift.first_name} ${gift.last_name}`.trim(), email: gift.email },
    campaign: campaign_name,
    created_at,
    updated_at,
  }
}

/**
 * The page of the recipient and the page of the admin. The first is the gift itself, so only a token with the
 * permission to send gets it; it is null until the link is made.
 */
export async function addressesOf({ ctx, caller, now }: Call, gift: gifting.Gift) {
  const { redemption_url, web_url } = gifting.buildSnapshot(ctx.deployment, gift)
  const allowance = await access.findDailyQuota(ctx, caller.token_id, now)
  return allowance === undefined ? { web_url } : { redemption_url, web_url }
}

const day = 24 * 60 * 60 * 1000

/** Whole days between, never less than none. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / day))

export const daysBefore = (moment: Date, days: number): Date =>
  new Date(moment.getTime() - days * day)
