import type { TxContext } from '#platform/postgres/database'
import type { Gift, RedemptionSession, ThankYouNote } from './tables.ts'

/** Returns the recipient's actions; undefined before the first action. */
export const find = (
  ctx: TxContext,
  { account_id, id }: Pick<Gift, 'account_id' | 'id'>,
): Promise<RedemptionSession | undefined> =>
  ctx.queryFirst<RedemptionSession>(
    `select opened_at, chosen, locale, declined_at, decline_reason, renewal_requested_at, renewal_message,
            confirmed_email_digest, confirmation_digest, age_confirmed, age_confirmed_at, reaction, reacted_at,
            reminders_stopped_at
       from gifting.redemption_session where account_id = $1 and gift_request_id = $2`,
    [account_id, id],
  )

type GiftKey = Pick<Gift, 'account_id' | 'id'>

/** Returns the ids of those gift requests whose recipients declined. */
export const findDeclined = (ctx: TxContext, gifts: readonly GiftKey[]) =>
  findIds(ctx, gifts, 'v.declined_at is not null')

/** Returns the ids of those gift requests whose recipients declined or stopped the reminders. */
export const findWithoutReminders = (ctx: TxContext, gifts: readonly GiftKey[]) =>
  findIds(ctx, gifts, '(v.declined_at is not null or v.reminders_stopped_at is not null)')

/** Returns the languages that the recipients of these gift requests chose, by the ids of the gift requests. */
export async function findLocales(
  ctx: TxContext,
  gifts: readonly GiftKey[],
): Promise<ReadonlyMap<string, string>> {
  if (gifts.length === 0) return new Map()
  const rows = await ctx.query<{ gift_request_id: string; locale: string }>(
    `select v.gift_request_id, v.locale from unnest($1::uuid[], $2::uuid[]) as g (account_id, id)
       join gifting.redemption_session v on v.account_id = g.account_id and v.gift_request_id = g.id
      where v.locale is not null`,
    [gifts.map(({ account_id }) => account_id), gifts.map(({ id }) => id)],
  )
  return new Map(rows.map(({ gift_request_id, locale }) => [gift_request_id, locale]))
}

async function findIds(
  ctx: TxContext,
  gifts: readonly GiftKey[],
  conditionSql: string,
): Promise<ReadonlySet<string>> {
  const rows = await ctx.query<{ gift_request_id: string }>(
    `select v.gift_request_id from unnest($1::uuid[], $2::uuid[]) as g (account_id, id)
       join gifting.redemption_session v on v.account_id = g.account_id and v.gift_request_id = g.id
      where ${conditionSql}`,
    [gifts.map(({ account_id }) => account_id), gifts.map(({ id }) => id)],
  )
  return new Set(rows.map(({ gift_request_id }) => gift_request_id))
}

const columns = [
  'opened_at',
  'chosen',
  'locale',
  'declined_at',
  'decline_reason',
  'renewal_requested_at',
  'renewal_message',
  'confirmed_email_digest',
  'confirmation_digest',
  'age_confirmed',
  'age_confirmed_at',
  'reaction',
  'reacted_at',
  'reminders_stopped_at',
] as const

/**
 * Updates the given columns only. The lock on the gift request also protects this row. The statement is not
 * awaited.
 */
export function upsert(ctx: TxContext, gift: Gift, change: Partial<RedemptionSession>): void {
  const changedColumns = columns.filter((name) => change[name] !== undefined)
  const values = changedColumns.map((name) => change[name])
  ctx.enqueue(
    `insert into gifting.redemption_session (account_id, gift_request_id, ${changedColumns.join(', ')})
     values ($1, $2, ${changedColumns.map((_, index) => `$${index + 3}`).join(', ')})
     on conflict (account_id, gift_request_id)
       do update set ${changedColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [gift.account_id, gift.id, ...values],
  )
}

export const findThankYouNote = (
  ctx: TxContext,
  { account_id, id }: Pick<Gift, 'account_id' | 'id'>,
): Promise<ThankYouNote | undefined> =>
  ctx.queryFirst<ThankYouNote>(
    `select text, written_at, changed_at from gifting.thank_you_note
      where account_id = $1 and gift_request_id = $2`,
    [account_id, id],
  )

/**
 * Inserts the first note of a gift and increments the contact's `thank_you_count`. The statement is not
 * awaited.
 */
export const insertThankYouNote = (ctx: TxContext, gift: Gift, text: string): void =>
  ctx.enqueue(
    `with thanks as (
       insert into gifting.thank_you_note (account_id, gift_request_id, text, written_at) values ($1, $2, $3, $4))
     update gifting.contact set thank_you_count = thank_you_count + 1 where account_id = $1 and id = $5`,
    [gift.account_id, gift.id, text, ctx.now, gift.contact_id],
  )

export const updateThankYouNote = (ctx: TxContext, gift: Gift, text: string): void =>
  ctx.enqueue(
    `update gifting.thank_you_note set text = $3, changed_at = $4 where account_id = $1 and gift_request_id = $2`,
    [gift.account_id, gift.id, text, ctx.now],
  )

/**
 * Records the first visit, also in the gift request, because analytics queries read that table only. The
 * statements are not awaited.
 */
export function markOpened(ctx: TxContext, gift: Gift): void {
  upsert(ctx, gift, { opened_at: ctx.now })
  ctx.enqueue(
    `update gifting.gift_request set opened_at = coalesce(opened_at, $3) where account_id = $1 and id = $2`,
    [gift.account_id, gift.id, ctx.now],
  )
}

/** Deletes the session, so that the next recipient does not see it. The statement is not awaited. */
export const remove = (ctx: TxContext, { account_id, id }: Pick<Gift, 'account_id' | 'id'>): void =>
  ctx.enqueue(
    'delete from gifting.redemption_session where account_id = $1 and gift_request_id = $2',
    [account_id, id],
  )
