import type { FieldError } from '#contract'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { CampaignEnd } from './tables.ts'

/** Why a campaign takes no new gift requests. */
export type Closure = 'ended' | 'paused'

/** Returns why a campaign takes no new gift requests; undefined if it takes them. */
export function closureOf({ is_paused, ends_at }: CampaignEnd, now: Date): Closure | undefined {
  if (ends_at !== null && ends_at <= now) return 'ended'
  return is_paused ? 'paused' : undefined
}

/**
 * Returns why a campaign takes no new gift requests, as the error of `campaign_id`; undefined if it takes them. An archived
 * campaign has an error of its own.
 */
export function findClosureError(
  campaign: CampaignEnd & { name: string },
  now: Date,
): (FieldError & { code: 'not_allowed' }) | undefined {
  const closure = closureOf(campaign, now)
  if (closure === undefined) return undefined
  const reason =
    closure === 'paused'
      ? 'is paused; resume it'
      : `ended at ${campaign.ends_at?.toISOString()}; set a later end`
  return {
    code: 'not_allowed',
    param: 'campaign_id',
    message: `names “${campaign.name}”, which ${reason}, or choose another campaign`,
  }
}

/** Reads whether a campaign of the account is paused or archived, and its end. */
export const findEnd = async (
  ctx: TxContext,
  id: string,
): Promise<store.CampaignLimits | undefined> =>
  isId(id) ? (await store.findLimits(ctx, [id]))[0] : undefined

/** Reads a campaign of the account, and returns why it takes no new gift requests. */
export async function findClosure(ctx: TxContext, id: string): Promise<Closure | undefined> {
  const end = await findEnd(ctx, id)
  return end && closureOf(end, ctx.now)
}

/** Leaves out the campaigns that take no new gift requests. */
export async function withoutClosed<Campaign extends { id: string }>(
  ctx: TxContext,
  campaigns: readonly Campaign[],
): Promise<Campaign[]> {
  const ends = await store.findLimits(
    ctx,
    campaigns.map(({ id }) => id),
  )
  const open = new Set(
    ends.filter((end) => closureOf(end, ctx.now) === undefined).map(({ id }) => id),
  )
  return campaigns.filter(({ id }) => open.has(id))
}

/** Returns an error of a new end that has passed. The end that a campaign has can stay. */
export const validateEnd = (
  now: Date,
  ends_at: Date | null | undefined,
  before: Date | null = null,
): FieldError[] =>
  ends_at == null || ends_at > now || ends_at.getTime() === before?.getTime()
    ? []
    : [
        {
          code: 'invalid',
          param: 'ends_at',
          message: 'must be in the future; to stop the campaign now, pause it',
        },
      ]
