import { Type } from 'typebox'
import * as apiKeys from '#api-keys'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import type { TxContext } from '#platform/postgres/database'
import { stateDescriptions } from './state-descriptions.ts'
import type { ToolContext } from './tool.ts'

export const giftRef = Type.String({
  description: 'The id of the gift, or its reference such as GR-7K2M9QXA.',
  minLength: 1,
  maxLength: 100,
})

/**
 * Finds a gift by its id or reference. If the gift belongs to another account, the error is the same as for a
 * gift that does not exist.
 */
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

/** Summarizes a gift. The summary is sufficient for a user to recognize the gift, and for further calls. */
export function summarize(gift: gifting.Gift) {
  const { id, reference, status, state, campaign_name, created_at, updated_at } = gift
  return {
    id,
    reference,
    status,
    state,
    meaning: stateDescriptions[state].meaning,
    recipient: { name: `${gift.first_name} ${gift.last_name}`.trim(), email: gift.email },
    campaign: campaign_name,
    created_at,
    updated_at,
  }
}

/**
 * Returns the URLs of the recipient's page and of the admin page. The recipient's URL redeems the gift, so
 * only a token with permission to send gets it. This URL is null until the link is created.
 */
export async function giftUrls({ ctx, agent_id, now }: ToolContext, gift: gifting.Gift) {
  const { redemption_url, web_url } = gifting.buildSnapshot(ctx.deployment, gift)
  const quota = await apiKeys.findDailyQuota(ctx, agent_id, now)
  return quota === undefined ? { web_url } : { redemption_url, web_url }
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns the whole days between two times. The result is never negative. */
export const daysBetween = (from: Date, to: Date): number =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / dayMs))

export const daysBefore = (date: Date, days: number): Date =>
  new Date(date.getTime() - days * dayMs)
