import type { Page, Reaction } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { buildPageSql, type SortedRow, type SortKey } from '#platform/postgres/keyset'
import { createBindings } from '#platform/postgres/table'

/** A thank-you note with its gift request. The id is that of the gift request, which has one note at most. */
export interface ListedNoteRow {
  id: string
  reference: string
  first_name: string
  last_name: string
  campaign_id: string | null
  campaign_name: string | null
  text: string
  written_at: Date
  changed_at: Date | null
  reaction: Reaction | null
}

const newestFirst: readonly SortKey[] = [{ sql: 't.written_at', type: 'timestamptz' }]
const noteColumns = 't.gift_request_id, t.text, t.written_at, t.changed_at'

/** Reads the notes of the account, up to one more than the page size. Scans the index of their order. */
export function browse(ctx: TxContext, page: Page): Promise<(ListedNoteRow & SortedRow)[]> {
  const notesSql = `select ${noteColumns} from gifting.thank_you_note t where t.account_id = $1`
  return readPage(ctx, notesSql, [ctx.account_id], page)
}

/** A campaign with at most this many gift requests drives the query by the index of the campaign. */
const maxCampaignGifts = 1_000

/**
 * Reads the notes of one campaign, up to one more than the page size. The notes of a small campaign are sorted. For a large
 * campaign, the index of the order is scanned until the page is full.
 */
export async function browseByCampaign(
  ctx: TxContext,
  campaign_id: string,
  page: Page,
): Promise<(ListedNoteRow & SortedRow)[]> {
  const isSmall = await hasFewGifts(ctx, campaign_id)
  return readPage(
    ctx,
    isSmall ? notesOfSmallCampaignSql : notesOfLargeCampaignSql,
    [ctx.account_id, campaign_id],
    page,
  )
}

const campaignGiftsSql = `select g.id from gifting.gift_request g where g.account_id = $1 and g.campaign_id = $2
  order by g.id desc limit ${maxCampaignGifts + 1}`

/** The lateral join reads one note for each gift. Its `limit` stops the planner from reading all notes of the account. */
const notesOfSmallCampaignSql = `select ${noteColumns} from (${campaignGiftsSql}) g
  cross join lateral (select n.* from gifting.thank_you_note n
    where n.account_id = $1 and n.gift_request_id = g.id limit 1) t where true`

/** The subquery reads the campaign of one note at a time, in the order of the index. */
const notesOfLargeCampaignSql = `select ${noteColumns} from gifting.thank_you_note t
  where t.account_id = $1 and (select g.campaign_id from gifting.gift_request g
    where g.account_id = t.account_id and g.id = t.gift_request_id) = $2`

async function hasFewGifts(ctx: TxContext, campaign_id: string): Promise<boolean> {
  const [row] = await ctx.query<{ count: number }>(
    `select count(*) from (${campaignGiftsSql}) counted`,
    [ctx.account_id, campaign_id],
  )
  return (row?.count ?? 0) <= maxCampaignGifts
}

/** Reads one page of the notes, and then the gift requests of these notes only. */
function readPage(
  ctx: TxContext,
  notesSql: string,
  params: readonly unknown[],
  page: Page,
): Promise<(ListedNoteRow & SortedRow)[]> {
  const { bind, values } = createBindings(...params)
  const { columns, conditions, orderBy } = buildPageSql(
    newestFirst,
    't.gift_request_id',
    page,
    bind,
  )
  const limit = bind(page.limit + 1)
  return ctx.query<ListedNoteRow & SortedRow>(
    `select g.id, g.reference, g.first_name, g.last_name, g.campaign_id, g.campaign_name,
            t.text, t.written_at, t.changed_at, v.reaction, ${columns}
       from (${[notesSql, ...conditions].join(' and ')} ${orderBy} limit ${limit}) t
       join gifting.gift_request g on g.account_id = $1 and g.id = t.gift_request_id
       left join gifting.redemption_session v on v.account_id = $1 and v.gift_request_id = t.gift_request_id
      ${orderBy}`,
    values,
  )
}
