import type { EmailMessage, Page, SelectionMode } from '#contract'
import type { Tone } from '#contract/tones'
import type { TxContext } from '#platform/postgres/database'
import { buildPageSql, type SortedRow, type SortKey } from '#platform/postgres/keyset'
import { budgetSql, toCostColumns } from './cost-settings.ts'
import type { ReminderPlan } from './reminder-plan.ts'
import type {
  CampaignBudget,
  CampaignTranslations,
  InvitationMethod,
  RateRule,
  Theme,
} from './tables.ts'
import type { Wrapping } from './wrapping.ts'

/** Filters of the campaign list. */
export interface AdminCampaignFilter {
  state?: 'available' | 'archived'
  search?: string
  /** Orders the list by the name instead of the time of creation. */
  sort?: 'name'
}

/** A campaign with all its settings, as stored. */
export interface CampaignSettings {
  id: string
  name: string
  description: string
  archived_at: Date | null
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  max_choices: number
  email_message: EmailMessage
  theme: Theme
  sender_id: string
  locale: string
  time_zone: string
  reminders: ReminderPlan
  translations: CampaignTranslations
  /** Null: that of the account. */
  tone: Tone | null
  rate_rule: RateRule
  /** The donation that replaces gifts that expire unclaimed; null if nothing does. */
  fallback_variant_id: string | null
  wrapping: Wrapping
  cost_centre: string | null
  budget: CampaignBudget | null
  created_at: Date
  updated_at: Date
  /** Includes archived variants, in display order. */
  variant_ids: readonly string[]
}

const settingsColumns = `c.id, c.name, c.description, c.archived_at, c.invitation_method, c.selection_mode,
  c.visible_at_redemption, c.expires_after_days, c.max_choices, c.email_message, c.theme, c.sender_id, c.locale, c.time_zone,
  c.reminders, c.translations, c.tone, c.rate_rule, c.fallback_variant_id, c.wrapping, c.cost_centre, ${budgetSql} as budget, c.created_at, c.updated_at,
  array(select o.variant_id from campaigns.campaign_variant o
         where o.account_id = c.account_id and o.campaign_id = c.id order by o.position) as variant_ids`

const nameKeys: readonly SortKey[] = [{ sql: 'lower(c.name)', type: 'text' }]

/** Returns up to one row more than the page size. */
export function listForAdmin(
  ctx: TxContext,
  { state, search, sort }: AdminCampaignFilter,
  page: Page,
): Promise<(CampaignSettings & SortedRow)[]> {
  const values: unknown[] = [ctx.account_id, page.limit + 1]
  const addParam = (value: unknown) => `$${values.push(value)}`
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

export async function find(ctx: TxContext, id: string): Promise<CampaignSettings | undefined> {
  const [row] = await ctx.query<CampaignSettings>(
    `select ${settingsColumns} from campaigns.campaign c where c.account_id = $1 and c.id = $2`,
    [ctx.account_id, id],
  )
  return row
}

export async function findRateRule(ctx: TxContext, id: string): Promise<RateRule | undefined> {
  const [row] = await ctx.query<{ rate_rule: RateRule }>(
    'select rate_rule from campaigns.campaign where account_id = $1 and id = $2',
    [ctx.account_id, id],
  )
  return row?.rate_rule
}

/** Locks the campaign until the transaction ends. */
export const lock = (ctx: TxContext, id: string): Promise<unknown[]> =>
  ctx.query('select id from campaigns.campaign where account_id = $1 and id = $2 for update', [
    ctx.account_id,
    id,
  ])

export async function update(ctx: TxContext, row: CampaignSettings): Promise<void> {
  await ctx.query(
    `update campaigns.campaign
        set name = $3, description = $4, selection_mode = $5, visible_at_redemption = $6,
            expires_after_days = $7, email_message = $8, theme = $9, sender_id = $10, locale = $11,
            time_zone = $12, reminders = $13, rate_rule = $14, archived_at = $15, updated_at = $16,
            max_choices = $17, fallback_variant_id = $18, wrapping = $19, translations = $20, tone = $21,
            cost_centre = $22, budget_minor = $23, budget_currency = $24, budget_stops = $25
      where account_id = $1 and id = $2`,
    [
      ctx.account_id,
      row.id,
      row.name,
      row.description,
      row.selection_mode,
      row.visible_at_redemption,
      row.expires_after_days,
      JSON.stringify(row.email_message),
      JSON.stringify(row.theme),
      row.sender_id,
      row.locale,
      row.time_zone,
      JSON.stringify(row.reminders),
      JSON.stringify(row.rate_rule),
      row.archived_at,
      row.updated_at,
      row.max_choices,
      row.fallback_variant_id,
      JSON.stringify(row.wrapping),
      JSON.stringify(row.translations),
      row.tone,
      ...toCostColumns(row),
    ],
  )
}

export const updateRateRule = (ctx: TxContext, id: string, rule: RateRule): Promise<unknown> =>
  ctx.query('update campaigns.campaign set rate_rule = $3 where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
    JSON.stringify(rule),
  ])

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
