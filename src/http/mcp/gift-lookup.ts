import { Type } from 'typebox'
import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { stateDescriptions } from './state-descriptions.ts'
import type { ToolContext } from './tool.ts'

export const giftRef = Type.String({
  description: 'Its id, or its reference such as GR-7K2M9QXA.',
  minLength: 1,
  maxLength: 100,
})

/** By id or reference; of another account it is as unknown as a made-up one. */
export async function findGift(ctx: TxContext, ref: string): Promise<gifting.Gift> {
  const trimmed = ref.trim()
  const gift =
    (await gifting.find(ctx, trimmed)) ?? (await findByReference(ctx, trimmed.toUpperCase()))
  if (gift !== undefined) return gift
  throw new ApiError('not_found', {
    message: 'This account has no such gift. search_gifts finds gifts by recipient or campaign.',
  })
}

async function findByReference(ctx: TxContext, reference: string) {
  const { data } = await gifting.list(ctx, { reference }, { limit: 1, order: 'desc' })
  return data[0]
}

/** A gift in a few lines: enough to name it to a person, and to ask on. */
export function summarize(gift: gifting.Gift) {
  const { id, reference, status, state, campaign_name, created_at, updated_at } = gift
  return {
    id,
    reference,
    status,
    state,
    means: stateDescriptions[state].means,
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
export async function giftUrls({ ctx, caller, now }: ToolContext, gift: gifting.Gift) {
  const { redemption_url, web_url } = gifting.buildSnapshot(ctx.deployment, gift)
  const quota = await apiKeys.findDailyQuota(ctx, caller.token_id, now)
  return quota === undefined ? { web_url } : { redemption_url, web_url }
}

const dayMs = 24 * 60 * 60 * 1000

/** Whole days between, never less than none. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs))

export const daysBefore = (date: Date, days: number): Date =>
  new Date(date.getTime() - days * dayMs)
