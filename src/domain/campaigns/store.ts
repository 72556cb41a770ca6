import { budgetSql } from '#accounts'
import type { EmailMessage, Page } from '#contract'
import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { insertRow, insertRows } from '#platform/postgres/table'
import { type CampaignSettings, toColumns } from './setting-columns.ts'
import type {
  CampaignEnd,
  CampaignRow,
  CommunicationSettings,
  NewCampaign,
  SendableCampaign,
} from './tables.ts'

/** A new campaign. Settings that it does not have get their defaults. */
export type CreatedCampaign = NewCampaign & Partial<CampaignSettings>

export async function insert(
  ctx: TxContext,
  id: string,
  { variant_ids, invitation_method, ...settings }: CreatedCampaign,
): Promise<void> {
  const { account_id, now } = ctx
  await insertRow(ctx, 'campaigns.campaign', {
    ...{ account_id, id, invitation_method, created_at: now },
    ...toColumns({ ...settings, updated_at: now }),
  })
  const offered = variant_ids.map((variant_id, position) => ({
    ...{ account_id, campaign_id: id, variant_id, position },
  }))
  await insertRows(ctx, 'campaigns.campaign_variant', offered)
}

export const markArchived = (ctx: TxContext, id: string): Promise<unknown> =>
  ctx.query(
    `update campaigns.campaign set archived_at = $3, updated_at = $3
      where account_id = $1 and id = $2 and archived_at is null`,
    [ctx.account_id, id, ctx.now],
  )

const baseSelect = `select c.id, c.account_id, c.name, c.description, c.archived_at, c.invitation_method,
  c.selection_mode, c.visible_at_redemption, c.expires_after_days, c.max_choices, c.email_message, c.theme, c.sender_id,
  c.created_at, c.updated_at,
  array(select o.variant_id from campaigns.campaign_variant o
          join catalogue.available_variants(c.account_id) v on v.variant_id = o.variant_id
         where o.account_id = c.account_id and o.campaign_id = c.id order by o.position) as variant_ids
  from campaigns.campaign c`

export const findByIds = (ctx: TxContext, ids: readonly string[]): Promise<CampaignRow[]> =>
  ctx.query<CampaignRow>(`${baseSelect} where c.account_id = $1 and c.id = any($2)`, [
    ctx.account_id,
    ids,
  ])

/** Filters of the campaign list. */
export interface CampaignStateFilter {
  state?: 'available' | 'archived'
}

/** Returns up to one row more than the page size, so that the caller can compute `has_more`. */
export function list(
  ctx: TxContext,
  { state }: CampaignStateFilter,
  { limit, after, order }: Page,
): Promise<CampaignRow[]> {
  const where = ['c.account_id = $1']
  if (state !== undefined)
    where.push(state === 'available' ? 'c.archived_at is null' : 'c.archived_at is not null')
  if (after !== undefined) where.push(`c.id ${order === 'asc' ? '>' : '<'} $3`)
  return ctx.query<CampaignRow>(
    `${baseSelect} where ${where.join(' and ')} order by c.id ${order} limit $2`,
    [ctx.account_id, limit + 1, ...(after === undefined ? [] : [after])],
  )
}

export interface CampaignLimits extends CampaignEnd {
  id: string
  name: string
  max_choices: number
  team_ids: string[]
  archived_at: Date | null
}

/** Returns the settings of campaigns that the campaigns of the contract do not have. */
export const findLimits = (ctx: TxContext, ids: readonly string[]): Promise<CampaignLimits[]> =>
  ctx.query(
    `select id, name, max_choices, team_ids, is_paused, ends_at, archived_at
       from campaigns.campaign where account_id = $1 and id = any($2)`,
    [ctx.account_id, ids],
  )

export const findNames = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  ctx.query<{ id: string; name: string }>(
    'select id, name from campaigns.campaign where account_id = $1 and id = any($2)',
    [ctx.account_id, ids],
  )

export const exists = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows(`select c.id from campaigns.campaign c where c.account_id = $1 and c.id = $2`, [
    ctx.account_id,
    id,
  ])

export interface SendableCampaignRow
  extends Omit<SendableCampaign, 'sender' | 'email_message' | 'defaults'> {
  account_id: string
  has_teams: boolean
  default_cost_centre: string | null
  default_purchase_order_number: string | null
  email_message: EmailMessage
  sender_id: string
  sender_name: string
  sender_email: string
}

const sendableSelect = `select c.account_id, c.id, c.name, c.archived_at, c.is_paused, c.ends_at, c.invitation_method, c.selection_mode,
    c.visible_at_redemption, c.expires_after_days, c.max_choices, c.cost_centre, c.purchase_order_number, ${budgetSql('c')} as budget, c.team_ids, d.has_teams,
    d.cost_centre as default_cost_centre, d.purchase_order_number as default_purchase_order_number,
    c.fallback_variant_id, c.email_message, s.id as sender_id, s.name as sender_name,
    s.email as sender_email, coalesce(r.number, 0) as revision
  from campaigns.campaign c
 cross join lateral access.sender(c.account_id, c.sender_id) s
 cross join lateral access.cost_defaults(c.account_id) d
  left join lateral catalogue.revision_of(c.account_id) r on true`

export const findSendable = (
  ctx: TxContext,
  id: string,
): Promise<SendableCampaignRow | undefined> =>
  ctx.queryFirst<SendableCampaignRow>(`${sendableSelect} where c.account_id = $1 and c.id = $2`, [
    ctx.account_id,
    id,
  ])

export const findSendableWithoutTransaction = (
  db: Database,
  campaignRefs: readonly { account_id: string; id: string }[],
): Promise<SendableCampaignRow[]> =>
  readWithoutTransaction<SendableCampaignRow>(
    db,
    ALL_ACCOUNTS,
    `select g.* from (select distinct * from unnest($2::uuid[], $3::uuid[]) as w (account_id, id)) w
      cross join lateral (${sendableSelect} where c.account_id = w.account_id and c.id = w.id) g
      where opened.account_id = '*'`,
    [campaignRefs.map(({ account_id }) => account_id), campaignRefs.map(({ id }) => id)],
  )

export const listVariantIds = (ctx: TxContext, campaign_id: string): Promise<string[]> =>
  ctx.queryValues<string>(
    `select o.variant_id from campaigns.campaign_variant o
       join catalogue.available_variants($1) v on v.variant_id = o.variant_id
      where o.account_id = $1 and o.campaign_id = $2 order by o.position`,
    [ctx.account_id, campaign_id],
  )

/** Returns the settings of campaigns of any accounts. */
export const findCommunicationSettings = (
  ctx: TxContext,
  campaignRefs: readonly { account_id: string; id: string }[],
): Promise<CommunicationSettings[]> =>
  ctx.query<CommunicationSettings>(
    `select c.account_id, c.id, c.invitation_method, c.theme, c.wrapping, c.locale, c.time_zone, c.reminders,
            c.email_message, c.translations, c.tone, c.prints_card
       from (select distinct * from unnest($1::uuid[], $2::uuid[]) as w (account_id, id)) w
       join campaigns.campaign c on c.account_id = w.account_id and c.id = w.id`,
    [campaignRefs.map(({ account_id }) => account_id), campaignRefs.map(({ id }) => id)],
  )
