import { type Budget, budgetSql } from '#accounts'
import type { Page } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { buildPageSql, type SortedRow, type SortKey } from '#platform/postgres/keyset'
import { createBindings, updateRows } from '#platform/postgres/table'
import { type CampaignSettings, settingColumns, toColumns } from './setting-columns.ts'
import type { RateRule } from './tables.ts'

export type { CampaignSettings } from './setting-columns.ts'

/** Filters of the campaign list. */
export interface AdminCampaignFilter {
  state?: 'available' | 'archived'
  search?: string
  /** Orders the list by the name instead of the time of creation. */
  sort?: 'name'
}

const settingsColumns = `c.id, c.invitation_method, c.created_at, ${settingColumns.map((name) => `c.${name}`).join(', ')},
  ${budgetSql('c')} as budget,
  array(select o.variant_id from campaigns.campaign_variant o
         where o.account_id = c.account_id and o.campaign_id = c.id order by o.position) as variant_ids`

const nameKeys: readonly SortKey[] = [{ sql: 'lower(c.name)', type: 'text' }]

/** Returns up to one row more than the page size. */
export function listForAdmin(
  ctx: TxContext,
  { state, search, sort }: AdminCampaignFilter,
  page: Page,
): Promise<(CampaignSettings & SortedRow)[]> {
  const { bind: addParam, values } = createBindings(ctx.account_id, page.limit + 1)
  const where = ['c.account_id = $1']
  if (state !== undefined)
    where.push(`c.archived_at is ${state === 'available' ? 'null' : 'not null'}`)
  if (search !== undefined)
    where.push(
      `strpos(lower(c.name || ' ' || c.description), ${addParam(search.toLowerCase())}) > 0`,
    )
  const { columns, conditions, orderBy } = buildPageSql(
    sort === 'name' ? nameKeys : [],
    'c.id',
    page,
    addParam,
  )
  return ctx.query<CampaignSettings & SortedRow>(
    `select ${settingsColumns}, ${columns} from campaigns.campaign c
      where ${[...where, ...conditions].join(' and ')} ${orderBy} limit $2`,
    values,
  )
}

/** Returns the campaigns with a budget that are not archived, in the order of their names. */
export const listWithBudget = (
  ctx: TxContext,
  limit: number,
): Promise<{ id: string; name: string; budget: Budget }[]> =>
  ctx.query(
    `select c.id, c.name, ${budgetSql('c')} as budget from campaigns.campaign c
      where c.account_id = $1 and c.archived_at is null and c.budget_minor is not null
      order by lower(c.name), c.id limit $2`,
    [ctx.account_id, limit],
  )

export const find = (ctx: TxContext, id: string): Promise<CampaignSettings | undefined> =>
  ctx.queryFirst<CampaignSettings>(
    `select ${settingsColumns} from campaigns.campaign c where c.account_id = $1 and c.id = $2`,
    [ctx.account_id, id],
  )

export const findRateRule = (ctx: TxContext, id: string): Promise<RateRule | undefined> =>
  ctx.queryValue<RateRule>(
    'select rate_rule from campaigns.campaign where account_id = $1 and id = $2',
    [ctx.account_id, id],
  )

/** Locks the campaign until the transaction ends. */
export const lock = (ctx: TxContext, id: string): Promise<unknown[]> =>
  ctx.query('select id from campaigns.campaign where account_id = $1 and id = $2 for update', [
    ctx.account_id,
    id,
  ])

/** Changes settings of a campaign. Settings that are undefined stay. */
export const update = (
  ctx: TxContext,
  id: string,
  settings: Readonly<Partial<CampaignSettings>>,
): Promise<unknown> =>
  updateRows(ctx, 'campaigns.campaign', { account_id: ctx.account_id, id }, toColumns(settings))

/** Replaces the offering with these variants in this order. */
export async function replaceOffering(
  ctx: TxContext,
  campaign_id: string,
  variant_ids: readonly string[],
): Promise<void> {
  await ctx.query(
    'delete from campaigns.campaign_variant where account_id = $1 and campaign_id = $2',
    [ctx.account_id, campaign_id],
  )
  await ctx.query(
    `insert into campaigns.campaign_variant (account_id, campaign_id, variant_id, position)
     select $1, $2, v.id, v.place - 1 from unnest($3::uuid[]) with ordinality as v (id, place)`,
    [ctx.account_id, campaign_id, variant_ids],
  )
}

/** Returns the variants that are available. */
export async function filterAvailable(
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<Set<string>> {
  const rows = await ctx.query<{ variant_id: string }>(
    'select v.variant_id from catalogue.available_variants($1) v where v.variant_id = any($2)',
    [ctx.account_id, variant_ids],
  )
  return new Set(rows.map(({ variant_id }) => variant_id))
}

/** A campaign that offers some variants, and the number of its other available variants. */
export interface OfferingCampaign {
  id: string
  name: string
  others: number
}

/** Locks the campaigns that offer one of these variants until the transaction ends. */
export const lockCampaignsWith = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<unknown[]> =>
  ctx.query(
    `select c.id from campaigns.campaign c
      where c.account_id = $1 and exists (
         select from campaigns.campaign_variant o
          where o.account_id = c.account_id and o.campaign_id = c.id and o.variant_id = any($2))
      order by c.id for update`,
    [ctx.account_id, variant_ids],
  )

/** Locks all available campaigns of the account until the transaction ends. */
export const lockAvailableCampaigns = (ctx: TxContext): Promise<unknown[]> =>
  ctx.query(
    `select c.id from campaigns.campaign c
      where c.account_id = $1 and c.archived_at is null order by c.id for update`,
    [ctx.account_id],
  )

/** Returns the available campaigns that offer one of these variants, by name. */
export const findActiveCampaignsWith = (
  ctx: TxContext,
  variant_ids: readonly string[],
): Promise<OfferingCampaign[]> =>
  ctx.query<OfferingCampaign>(
    `select c.id, c.name, (
         select count(*) from campaigns.campaign_variant o
           join catalogue.available_variants(c.account_id) v on v.variant_id = o.variant_id
          where o.account_id = c.account_id and o.campaign_id = c.id and o.variant_id <> all($2)) as others
       from campaigns.campaign c
      where c.account_id = $1 and c.archived_at is null and exists (
         select from campaigns.campaign_variant o
          where o.account_id = c.account_id and o.campaign_id = c.id and o.variant_id = any($2))
      order by c.name, c.id`,
    [ctx.account_id, variant_ids],
  )
