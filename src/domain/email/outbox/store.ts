import { selectAccountsWithRows, selectInRoundRobin } from '#platform/jobs/account-round-robin'
import type { ClaimLimits } from '#platform/jobs/outbox'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import type { TemplateName } from '../templates/template-data.ts'
import { hashEmail } from './payload-encryption.ts'
import type { MessageRow } from './tables.ts'

/** All queries of the room. Timers are by the database's own clock, which all processes share. */

export interface NewMessageRow
  extends Pick<
    MessageRow,
    | 'account_id'
    | 'id'
    | 'kind'
    | 'gift_request_id'
    | 'campaign_id'
    | 'dedup_key'
    | 'locale'
    | 'code'
  > {
  priority: number
  to_digest: Buffer
  encrypted_payload: Buffer
  only_if_invited: boolean
}

/** Does not wait: a failure ends the transaction. */
export function insert(ctx: TxContext, rows: readonly NewMessageRow[]): void {
  const column = <T>(getValue: (row: NewMessageRow) => T): T[] => rows.map(getValue)
  ctx.enqueue(
    `insert into mail.message (account_id, id, kind, gift_request_id, campaign_id, dedup_key, priority, locale, to_digest,
       encrypted_payload, code, state, due_at, ended_at, created_at)
     select m.account_id, m.id, m.kind, m.gift_request_id, m.campaign_id, m.dedup_key, m.priority, m.locale, m.to_digest,
            m.encrypted_payload, m.code, case when b.reason is null then 'queued' else 'suppressed' end,
            case when b.reason is null then now() end, case when b.reason is not null then now() end, $13
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::smallint[],
         $8::text[], $9::bytea[], $10::bytea[], $11::text[], $12::boolean[])
         as m (account_id, id, kind, gift_request_id, campaign_id, dedup_key, priority, locale, to_digest, encrypted_payload, code,
           only_if_invited)
       left join mail.bounced_address b on b.account_id = m.account_id and b.to_digest = m.to_digest
       left join lateral campaigns.get_invitation_method(m.account_id, m.campaign_id) c on m.only_if_invited
      where not m.only_if_invited or m.campaign_id is null or c.invitation_method = 'email'
     on conflict (account_id, gift_request_id, dedup_key) where dedup_key is not null do nothing`,
    [
      column((row) => row.account_id),
      column((row) => row.id),
      column((row) => row.kind),
      column((row) => row.gift_request_id),
      column((row) => row.campaign_id),
      column((row) => row.dedup_key),
      column((row) => row.priority),
      column((row) => row.locale),
      column((row) => row.to_digest),
      column((row) => row.encrypted_payload),
      column((row) => row.code),
      column((row) => row.only_if_invited),
      ctx.now,
    ],
  )
}

const columns = `m.account_id, m.id, m.kind, m.gift_request_id, m.campaign_id, m.dedup_key, m.locale, m.encrypted_payload, m.code,
  m.state, m.attempts, m.due_at, m.error, m.created_at, m.sent_at, m.ended_at,
  (select r.locale from mail.recipient_locale r
    where r.account_id = m.account_id and r.gift_request_id = m.gift_request_id) as recipient_locale`

/**
 * Takes emails that are due, of all accounts in turn, and counts the attempt. Until the lease ends no
 * other process takes them; what a process that died had taken is due again then.
 */
export const claim = (
  ctx: TxContext,
  claimLimits: ClaimLimits,
  leaseMs: number,
): Promise<MessageRow[]> =>
  ctx.query<MessageRow>(
    `update mail.message m
        set attempts = m.attempts + 1, due_at = now() + $2 * interval '1 millisecond'
       from (${selectDueFairlySql}) due
      where m.account_id = due.account_id and m.id = due.id
      returning ${columns}`,
    [
      claimLimits.limit,
      leaseMs,
      claimLimits.perAccount,
      claimLimits.accounts.ids,
      claimLimits.accounts.remaining,
    ],
  )

const selectDueFairlySql = selectInRoundRobin({
  accounts: selectAccountsWithRows('mail.message', "state = 'queued'"),
  from: 'mail.message',
  where: `state = 'queued' and due_at <= now()`,
  order: 'priority, due_at',
  limits: { limit: '$1', perAccount: '$3', ids: '$4', remaining: '$5' },
})

/** Since when the oldest email has been due; undefined when none is. The work is for everyone. */
export async function findOldestDue(ctx: TxContext): Promise<Date | undefined> {
  const [row] = await ctx.query<{ due_at: Date | null }>(
    `select min(due_at) as due_at from (
       select due_at from mail.message where state = 'queued' limit 100000) m where due_at <= now()`,
  )
  return row?.due_at ?? undefined
}

/** Puts an email off whose outcome could not be written down; after so many attempts it has failed. */
export const defer = (
  ctx: TxContext,
  row: MessageRow,
  delayMs: number | undefined,
  error: string,
) =>
  ctx.query(
    `update mail.message
        set state = case when $4::float8 is null then 'failed' else 'queued' end, error = $5,
            due_at = now() + $4::float8 * interval '1 millisecond',
            ended_at = case when $4::float8 is null then now() end
      where account_id = $1 and id = $2 and attempts = $3 and state = 'queued'`,
    [row.account_id, row.id, row.attempts, delayMs ?? null, error],
  )

/** What became of an attempt. */
export interface AttemptSettlement {
  state: MessageRow['state']
  /** Milliseconds until the next attempt, while it stays queued. */
  delay_ms: number
  error: string | null
}

/**
 * Heard only from whoever made the latest attempt. A letter that was called off while it was on its
 * way has been sent nevertheless, and is shown so.
 */
export async function settle(
  ctx: TxContext,
  row: Pick<MessageRow, 'account_id' | 'id' | 'attempts'>,
  { state, delay_ms, error }: AttemptSettlement,
): Promise<boolean> {
  const rows = await ctx.query(
    `update mail.message
        set state = $4, error = $6,
            due_at = case when $4 = 'queued' then now() + $5::float8 * interval '1 millisecond' end,
            sent_at = case when $4 = 'sent' then now() end,
            ended_at = case when $4 <> 'queued' then now() end
      where account_id = $1 and id = $2 and attempts = $3
        and (state = 'queued' or state = 'suppressed' and $4 = 'sent')
      returning true`,
    [row.account_id, row.id, row.attempts, state, delay_ms, error],
  )
  return rows.length > 0
}

/** Row-level security already keeps the account's from everyone else's; the index wants to be told. */
const accountCondition = (ctx: TxContext) =>
  ctx.account_id === ALL_ACCOUNTS ? '$1::text is not null' : 'm.account_id = $1::uuid'

export async function find(ctx: TxContext, id: string): Promise<MessageRow | undefined> {
  const [row] = await ctx.query<MessageRow>(
    `select ${columns} from mail.message m where ${accountCondition(ctx)} and m.id = $2`,
    [ctx.account_id, id],
  )
  return row
}

export interface MessageFilter {
  gift_request_id?: string
  /** Newer ones are left out, and this one. */
  before?: string
  limit?: number
}

/** Newest first. */
export function list(
  ctx: TxContext,
  { gift_request_id, before, limit = 100 }: MessageFilter,
): Promise<MessageRow[]> {
  const values: unknown[] = [ctx.account_id, limit]
  const addParam = (value: unknown) => `$${values.push(value)}`
  const where = [accountCondition(ctx)]
  if (gift_request_id !== undefined) where.push(`m.gift_request_id = ${addParam(gift_request_id)}`)
  if (before !== undefined) where.push(`m.id < ${addParam(before)}`)
  return ctx.query<MessageRow>(
    `select ${columns} from mail.message m where ${where.join(' and ')} order by m.id desc limit $2`,
    values,
  )
}

export const listByRecipient = (ctx: TxContext, email: string): Promise<MessageRow[]> =>
  ctx.query<MessageRow>(
    `select ${columns} from mail.message m where m.account_id = $1 and m.to_digest = $2 order by m.id desc`,
    [ctx.account_id, hashEmail(email)],
  )

/** Letters of these kinds about these gift requests that have not gone yet will not go any more. */
export function cancelQueued(
  ctx: TxContext,
  gifts: readonly { account_id: string; id: string }[],
  kinds: readonly TemplateName[],
): void {
  ctx.enqueue(
    `update mail.message m set state = 'suppressed', due_at = null, ended_at = now()
       from unnest($1::uuid[], $2::uuid[]) as g (account_id, id)
      where m.account_id = g.account_id and m.gift_request_id = g.id and m.kind = any ($3) and m.state = 'queued'`,
    [gifts.map(({ account_id }) => account_id), gifts.map(({ id }) => id), kinds],
  )
}

/** Answers whether that was news: only what counts as sent can bounce. */
export async function markBounced(
  ctx: TxContext,
  { account_id, id }: Pick<MessageRow, 'account_id' | 'id'>,
  response: string,
): Promise<boolean> {
  const rows = await ctx.query(
    `update mail.message set state = 'bounced', error = $3, ended_at = now()
      where account_id = $1 and id = $2 and state = 'sent' returning true`,
    [account_id, id, response],
  )
  return rows.length > 0
}

/** Remembers that an address refuses letters, and keeps back those that wait for it. */
export function saveBouncedAddress(
  ctx: TxContext,
  account_id: string,
  digest: Buffer,
  reason: string,
): void {
  ctx.enqueue(
    `with bounced as (
       insert into mail.bounced_address (account_id, to_digest, reason, bounced_at) values ($1, $2, $3, now())
       on conflict (account_id, to_digest) do update set reason = excluded.reason, bounced_at = now())
     update mail.message set state = 'suppressed', due_at = null, ended_at = now()
      where account_id = $1 and to_digest = $2 and state = 'queued'`,
    [account_id, digest, reason],
  )
}

export const deleteBouncedAddress = (ctx: TxContext, account_id: string, digest: Buffer): void =>
  ctx.enqueue('delete from mail.bounced_address where account_id = $1 and to_digest = $2', [
    account_id,
    digest,
  ])

/** Those of these digests that are of addresses which bounced, in hexadecimal. */
export async function filterBouncedDigests(
  ctx: TxContext,
  digests: readonly Buffer[],
): Promise<string[]> {
  const rows = await ctx.query<{ to_digest: Buffer }>(
    'select to_digest from mail.bounced_address where account_id = $1 and to_digest = any ($2)',
    [ctx.account_id, digests],
  )
  return rows.map(({ to_digest }) => to_digest.toString('hex'))
}

const maxBouncedDigests = 10_000

/** Of the addresses that bounced last. */
export async function listBouncedDigests(ctx: TxContext): Promise<Buffer[]> {
  const rows = await ctx.query<{ to_digest: Buffer }>(
    `select to_digest from mail.bounced_address where account_id = $1
      order by bounced_at desc limit ${maxBouncedDigests}`,
    [ctx.account_id],
  )
  return rows.map(({ to_digest }) => to_digest)
}

/**
 * Takes content and address away from letters about these gift requests, or to this address; the digest
 * too, by which somebody who knows the address would find them. Answers how many.
 */
export async function erase(
  ctx: TxContext,
  { gift_request_ids, digest }: { gift_request_ids?: readonly string[]; digest?: Buffer },
): Promise<number> {
  const rows = await ctx.query(
    `update mail.message
        set encrypted_payload = null, error = null, due_at = null, ended_at = coalesce(ended_at, now()),
            to_digest = sha256(uuid_send(id)),
            state = case when state = 'queued' then 'suppressed' else state end
      where account_id = $1 and (gift_request_id = any ($2::uuid[]) or to_digest = $3)
        and (encrypted_payload is not null or to_digest <> sha256(uuid_send(id)))
      returning true`,
    [ctx.account_id, gift_request_ids ?? [], digest ?? null],
  )
  return rows.length
}

/** Days after which contents, and then rows, are dropped; a few at a time. Answers how many. */
export async function purgeExpired(
  ctx: TxContext,
  contentDays: number,
  rowDays: number,
): Promise<number> {
  const clearedRows = await ctx.query(
    `update mail.message set encrypted_payload = null, error = null where (account_id, id) in (
       select account_id, id from mail.message
        where ended_at < now() - make_interval(days => $1) and encrypted_payload is not null limit 5000)
     returning true`,
    [contentDays],
  )
  const deletedRows = await ctx.query(
    `delete from mail.message where (account_id, id) in (
       select account_id, id from mail.message where ended_at < now() - make_interval(days => $1) limit 5000)
     returning true`,
    [rowDays],
  )
  return clearedRows.length + deletedRows.length
}

/** Does not wait. */
export const saveRecipientLocale = (
  ctx: TxContext,
  gift: { account_id: string; id: string },
  locale: string,
) =>
  ctx.enqueue(
    `insert into mail.recipient_locale (account_id, gift_request_id, locale) values ($1, $2, $3)
     on conflict (account_id, gift_request_id) do update set locale = excluded.locale`,
    [gift.account_id, gift.id, locale],
  )

/** Does not wait. */
export const deleteRecipientLocales = (
  ctx: TxContext,
  account_id: string,
  gift_request_ids: readonly string[],
) =>
  ctx.enqueue(
    'delete from mail.recipient_locale where account_id = $1 and gift_request_id = any ($2)',
    [account_id, gift_request_ids],
  )

/** Takes the turn to send a digest about something; false when there was one in the last day. */
export async function claimAlert(
  ctx: TxContext,
  account_id: string,
  subject: string,
): Promise<boolean> {
  const rows = await ctx.query(
    `insert into mail.admin_alert as d (account_id, subject, sent_at) values ($1, $2, now())
     on conflict (account_id, subject) do update set sent_at = now()
      where d.sent_at <= now() - interval '24 hours'
     returning true`,
    [account_id, subject],
  )
  return rows.length > 0
}

/** When a digest about something was last sent. */
export async function findLastAlertAt(
  ctx: TxContext,
  account_id: string,
  subject: string,
): Promise<Date | undefined> {
  const [row] = await ctx.query<{ sent_at: Date }>(
    'select sent_at from mail.admin_alert where account_id = $1 and subject = $2',
    [account_id, subject],
  )
  return row?.sent_at
}
