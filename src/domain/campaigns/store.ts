import type { EmailMessage, Page } from '#contract'
import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { budgetSql } from './cost-settings.ts'
import type {
  CampaignRow,
  CampaignsTables,
  CommunicationSettings,
  CommunicationUpdate,
  NewCampaign,
  SendableCampaign,
} from './tables.ts'
import { normalizeTranslations } from './translations.ts'

const tables = ({ tx }: TxContext) => tx.withTables<CampaignsTables>()

export async function insert(
  ctx: TxContext,
  id: string,
  { variant_ids, email_message, theme, ...campaign }: NewCampaign,
): Promise<void> {
  const { account_id, now } = ctx
  await tables(ctx)
    .insertInto('campaigns.campaign')
    .values({
      account_id,
      id,
      name: campaign.name,
      description: campaign.description,
      archived_at: null,
      invitation_method: campaign.invitation_method,
      selection_mode: campaign.selection_mode,
      visible_at_redemption: campaign.visible_at_redemption,
      expires_after_days: campaign.expires_after_days,
      max_choices: campaign.max_choices ?? 1,
      email_message: JSON.stringify(email_message),
      theme: JSON.stringify(theme),
      sender_id: campaign.sender_id,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (variant_ids.length === 0) return
  await tables(ctx)
    .insertInto('campaigns.campaign_variant')
    .values(
      variant_ids.map((variant_id, position) => ({
        account_id,
        campaign_id: id,
        variant_id,
        position,
      })),
    )
    .execute()
}

export const markArchived = (ctx: TxContext, id: string) =>
  tables(ctx)
    .updateTable('campaigns.campaign')
    .set({ archived_at: ctx.now, updated_at: ctx.now })
    .where('account_id', '=', ctx.account_id)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .execute()

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

/** Returns how many items a recipient may choose, by campaign. */
export const findMaxChoices = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ id: string; max_choices: number }[]> =>
  ctx.query<{ id: string; max_choices: number }>(
    'select id, max_choices from campaigns.campaign where account_id = $1 and id = any($2)',
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

export async function exists(ctx: TxContext, id: string): Promise<boolean> {
  const rows = await ctx.query(
    `select c.id from campaigns.campaign c where c.account_id = $1 and c.id = $2`,
    [ctx.account_id, id],
  )
  return rows.length > 0
}

export interface SendableCampaignRow extends Omit<SendableCampaign, 'sender' | 'email_message'> {
  account_id: string
  email_message: EmailMessage
  sender_id: string
  sender_name: string
  sender_email: string
}

const sendableSelect = `select c.account_id, c.id, c.name, c.archived_at, c.invitation_method, c.selection_mode,
    c.visible_at_redemption, c.expires_after_days, c.max_choices, c.cost_centre, ${budgetSql} as budget,
    c.fallback_variant_id, c.email_message, s.id as sender_id, s.name as sender_name,
    s.email as sender_email, coalesce(r.number, 0) as revision
  from campaigns.campaign c
 cross join lateral access.sender(c.account_id, c.sender_id) s
  left join lateral catalogue.revision_of(c.account_id) r on true`

export async function findSendable(
  ctx: TxContext,
  id: string,
): Promise<SendableCampaignRow | undefined> {
  const [row] = await ctx.query<SendableCampaignRow>(
    `${sendableSelect} where c.account_id = $1 and c.id = $2`,
    [ctx.account_id, id],
  )
  return row
}

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

export async function listVariantIds(ctx: TxContext, campaign_id: string): Promise<string[]> {
  const rows = await ctx.query<{ variant_id: string }>(
    `select o.variant_id from campaigns.campaign_variant o
       join catalogue.available_variants($1) v on v.variant_id = o.variant_id
      where o.account_id = $1 and o.campaign_id = $2 order by o.position`,
    [ctx.account_id, campaign_id],
  )
  return rows.map(({ variant_id }) => variant_id)
}

/** Returns the settings of campaigns of any accounts. */
export const findCommunicationSettings = (
  ctx: TxContext,
  campaignRefs: readonly { account_id: string; id: string }[],
): Promise<CommunicationSettings[]> =>
  ctx.query<CommunicationSettings>(
    `select c.account_id, c.id, c.invitation_method, c.theme, c.wrapping, c.locale, c.time_zone, c.reminders,
            c.email_message, c.translations, c.tone
       from (select distinct * from unnest($1::uuid[], $2::uuid[]) as w (account_id, id)) w
       join campaigns.campaign c on c.account_id = w.account_id and c.id = w.id`,
    [campaignRefs.map(({ account_id }) => account_id), campaignRefs.map(({ id }) => id)],
  )

export const updateCommunication = (
  ctx: TxContext,
  id: string,
  { locale, time_zone, reminders, translations, tone }: CommunicationUpdate,
): Promise<unknown> =>
  ctx.query(
    `update campaigns.campaign
        set locale = coalesce($3, locale), time_zone = coalesce($4, time_zone),
            reminders = coalesce($5::jsonb, reminders), updated_at = $6,
            translations = coalesce($7::jsonb, translations), tone = case when $8 then $9 else tone end
      where account_id = $1 and id = $2`,
    [
      ctx.account_id,
      id,
      locale ?? null,
      time_zone ?? null,
      reminders === undefined ? null : JSON.stringify(reminders),
      ctx.now,
      translations === undefined ? null : JSON.stringify(normalizeTranslations(translations)),
      tone !== undefined,
      tone ?? null,
    ],
  )
