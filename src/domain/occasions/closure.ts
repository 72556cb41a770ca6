import * as campaigns from '#campaigns'
import type { TxContext } from '#platform/postgres/database'
import type { Rule } from './tables.ts'

type CampaignOfRule = Pick<Rule, 'terms'>

/** Returns why the campaign of a rule takes no new gifts now, for the sender; undefined if it takes them. */
export async function findClosure(
  ctx: TxContext,
  { terms }: CampaignOfRule,
): Promise<string | undefined> {
  const end = await campaigns.findEnd(ctx, terms.campaign_id)
  if (end !== undefined && end.archived_at !== null)
    return `campaign_id names “${end.name}”, which is archived; restore it, or choose another campaign`
  const error = end && campaigns.findClosureError(end, ctx.now)
  return error && `${error.param} ${error.message}`
}

/** Returns from when on the campaign of a rule takes no new gifts; null without an end. */
export const findCampaignEnd = async (
  ctx: TxContext,
  { terms }: CampaignOfRule,
): Promise<Date | null> => (await campaigns.findEnd(ctx, terms.campaign_id))?.ends_at ?? null
