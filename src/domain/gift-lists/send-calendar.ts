import type { TxContext } from '#platform/postgres/database'

/** Scheduled gifts that go out on one day: those of one send, or of one campaign if they belong to no send. */
export interface ScheduledGroup {
  /** The day in the time zone of the reader, as `2026-05-01`. */
  day: string
  /** When the first of these gifts goes out. */
  first_at: Date
  send: { id: string; name: string } | null
  /** Null for a gift without a campaign. */
  campaign_name: string | null
  gifts: number
}

/** The most gifts that are counted. They are those that go out first. */
const maxCounted = 10_000
/** The most groups, which limits the response for gifts of thousands of sends. */
const maxGroups = 500

interface GroupRow extends Omit<ScheduledGroup, 'send'> {
  send_id: string | null
  send_name: string | null
}

/** Returns the scheduled gifts by day, the first ones first, and whether there are more than listed. */
export async function listScheduled(
  ctx: TxContext,
  time_zone: string,
): Promise<{ groups: ScheduledGroup[]; is_capped: boolean }> {
  const rows = await ctx.query<GroupRow>(
    `select to_char(g.send_at at time zone $2, 'YYYY-MM-DD') as day, min(g.send_at) as first_at,
            s.id as send_id, s.name as send_name, g.campaign_name, count(*)::int as gifts
       from (select account_id, id, send_at, campaign_name from gifting.gift_request
              where account_id = $1 and state = 'scheduled' order by send_at, id limit ${maxCounted + 1}) g
       left join lateral (
         select m.bulk_send_id from gifting.bulk_send_gift m
          where m.account_id = g.account_id and m.gift_request_id = g.id limit 1) m on true
       left join gifting.bulk_send s on s.account_id = g.account_id and s.id = m.bulk_send_id
      group by 1, s.id, s.name, g.campaign_name
      order by 2, s.id, g.campaign_name limit ${maxGroups + 1}`,
    [ctx.account_id, time_zone],
  )
  const counted = rows.reduce((sum, { gifts }) => sum + gifts, 0)
  return {
    groups: rows.slice(0, maxGroups).map(({ send_id, send_name, ...group }) => ({
      ...group,
      send: send_id === null ? null : { id: send_id, name: send_name ?? '' },
    })),
    is_capped: counted > maxCounted || rows.length > maxGroups,
  }
}
