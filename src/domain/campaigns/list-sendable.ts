import type { TxContext } from '#platform/postgres/database'
import { closureOf } from './closure.ts'
import { list } from './read.ts'
import * as store from './store.ts'
import type { Campaign } from './tables.ts'

const maxCampaigns = 100

type LimitedCampaign = Campaign & { team_ids: string[] }

/** A campaign that accepts recipients. One with a one-link does not, because many people share that link. */
export type CampaignForRecipients = LimitedCampaign & {
  invitation_method: Exclude<Campaign['invitation_method'], 'one_link'>
}

/** Lists the available campaigns that are neither paused nor ended and accept recipients, and that one of the teams may send. */
export const listSendable = async (
  ctx: TxContext,
  teams: ReadonlySet<string>,
): Promise<CampaignForRecipients[]> =>
  (await listOpen(ctx, teams)).filter(
    (campaign): campaign is CampaignForRecipients => campaign.invitation_method !== 'one_link',
  )

async function listOpen(ctx: TxContext, teams: ReadonlySet<string>): Promise<LimitedCampaign[]> {
  const open: LimitedCampaign[] = []
  for (let after: string | undefined; open.length < maxCampaigns; ) {
    const page = { limit: 25, order: 'desc' as const, ...(after !== undefined && { after }) }
    const { data, has_more } = await list(ctx, { state: 'available' }, page)
    const limits = await store.findLimits(
      ctx,
      data.map(({ id }) => id),
    )
    const limitsById = new Map(limits.map((each) => [each.id, each]))
    for (const campaign of data) {
      const limit = limitsById.get(campaign.id)
      if (limit === undefined || closureOf(limit, ctx.now) !== undefined) continue
      const { team_ids } = limit
      if (team_ids.length === 0 || team_ids.some((id) => teams.has(id)))
        open.push({ ...campaign, team_ids })
    }
    after = data.at(-1)?.id
    if (!has_more || after === undefined) break
  }
  return open
}
