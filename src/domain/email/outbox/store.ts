import { selectAccountsWithRows, selectInRoundRobin } from '#platform/jobs/account-round-robin'
import type { DueTable } from '#platform/jobs/due-table'
import type { ClaimLimits } from '#platform/jobs/outbox'
import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import { rowStatement } from '#platform/postgres/row-statement'
import { createBindings } from '#platform/postgres/table'
import { optionalSmsKinds } from '../sms/sms-texts.ts'
import type { TemplateName } from '../templates/template-data.ts'
import { campaignEmailKinds } from './opted-out-store.ts'
import { hashEmail } from './payload-encryption.ts'
import type { ChannelName, MessageRow } from './tables.ts'

/** The queries of the email module. Timers use the clock of the database, which all processes share. */

export interface NewMessageRow
  extends Pick<
    MessageRow,
    | 'account_id'
    | 'id'
    | 'channel'
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

/**
 * Enqueues the statement without waiting: a failure aborts the transaction. The table `mail.dedup_key`
 * reserves the key of an email. A unique index of the old table protects the keys of old rows until they are
 * copied to partitions. Inserts a text message only if the gift request has a phone number and the account
 * sends messages of this kind.
 */
export function insert(ctx: TxContext, rows: readonly NewMessageRow[]): void {
  const column = <T>(getValue: (row: NewMessageRow) => T): T[] => rows.map(getValue)
  ctx.enqueue(
    `with wanted as materialized (
       select m.*, coalesce(p.phone_digest, m.to_digest) as recipient_digest
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::smallint[],
         $8::text[], $9::bytea[], $10::bytea[], $11::text[], $12::boolean[], $14::text[])
         as m (account_id, id, kind, gift_request_id, campaign_id, dedup_key, priority, locale, to_digest, encrypted_payload, code,
           only_if_invited, channel)
       left join mail.recipient_phone p
         on m.channel = 'sms' and p.account_id = m.account_id and p.id = m.gift_request_id
       left join lateral campaigns.get_invitation_method(m.account_id, m.campaign_id) c on m.only_if_invited
      where (not m.only_if_invited or m.campaign_id is null or c.invitation_method = 'email')
        and (m.channel = 'email' or p.id is not null and (m.kind <> all ($15) or exists (
          select from mail.sms_setting s where s.account_id = m.account_id and m.kind = any (s.kinds))))
     ), reserved as (
       insert into mail.dedup_key (account_id, gift_request_id, dedup_key, message_id)
       select account_id, gift_request_id, dedup_key, id from wanted
        where dedup_key is not null and gift_request_id is not null
       on conflict do nothing returning message_id)
     insert into mail.message (account_id, id, kind, gift_request_id, campaign_id, dedup_key, priority, locale, to_digest,
       encrypted_payload, code, state, due_at, ended_at, created_at, channel)
     select m.account_id, m.id, m.kind, m.gift_request_id, m.campaign_id, m.dedup_key, m.priority, m.locale, m.recipient_digest,
            m.encrypted_payload, m.code, case when s.is_suppressed then 'suppressed' else 'queued' end,
            case when not s.is_suppressed then now() end, case when s.is_suppressed then now() end, $13, m.channel
       from wanted m
       left join mail.bounced_address b on b.account_id = m.account_id and b.to_digest = m.recipient_digest
       left join mail.opted_out_address o
         on m.kind = any ($16) and o.account_id = m.account_id and o.to_digest = m.to_digest
      cross join lateral (select b.reason is not null or o.set_by is not null as is_suppressed) s
      where m.dedup_key is null or m.gift_request_id is null or m.id in (select message_id from reserved)
     on conflict do nothing`,
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
      column((row) => row.channel),
      optionalSmsKinds,
      campaignEmailKinds,
    ],
  )
}

const columns = `m.account_id, m.id, m.channel, m.kind, m.gift_request_id, m.campaign_id, m.dedup_key, m.locale, m.encrypted_payload, m.code,
  m.state, m.attempts, m.due_at, m.error, m.created_at, m.sent_at, m.ended_at,
  (select r.locale from mail.recipient_locale r
    where r.account_id = m.account_id and r.gift_request_id = m.gift_request_id) as recipient_locale`

/** An account of which a channel sends the messages, although it does not send those of all accounts. */
export interface ServedAccount {
  channel: ChannelName
  account_id: string
}

/**
 * Claims due emails, in turn for each account, and counts the attempt. No other process claims them before
 * the lease ends. If a process dies, its emails are due again after the lease.
 */
export const claim = (
  ctx: TxContext,
  claimLimits: ClaimLimits,
  leaseMs: number,
  channels: readonly ChannelName[],
  served: readonly ServedAccount[],
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
      channels,
      served.map(({ channel, account_id }) => `${channel} ${account_id}`),
    ],
  )

const selectDueFairlySql = selectInRoundRobin({
  accounts: selectAccountsWithRows('mail.message', "state = 'queued'"),
  from: 'mail.message',
  where: `state = 'queued' and due_at <= now() and (channel = any($6) or channel || ' ' || account_id = any($7))`,
  order: 'priority, due_at',
  limits: { limit: '$1', perAccount: '$3', ids: '$4', remaining: '$5' },
})

export const dueMessages: DueTable = {
  table: 'mail.message',
  dueAt: 'due_at',
  where: `state = 'queued'`,
  clock: 'database',
  maxScanned: 100_000,
}

/** Defers an email whose result could not be saved. Without a delay, marks the email as failed. */
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

/** The result of an attempt to send an email. */
export interface AttemptSettlement {
  state: MessageRow['state']
  /** The milliseconds until the next attempt, if the email remains queued. */
  delay_ms: number
  error: string | null
}

/**
 * Saves the result of the latest attempt only. If an email was suppressed during the attempt but still sent,
 * marks it as sent.
 */
const settleStatement = rowStatement(
  {
    account_id: 'uuid',
    id: 'uuid',
    attempts: 'integer',
    state: 'text',
    delay_ms: 'float8',
    error: 'text',
  },
  (rows) => `with result ${rows}
  update mail.message m
     set state = r.state, error = r.error,
         due_at = case when r.state = 'queued' then now() + r.delay_ms * interval '1 millisecond' end,
         sent_at = case when r.state = 'sent' then now() end,
         ended_at = case when r.state <> 'queued' then now() end
    from result r
   where m.account_id = r.account_id and m.id = r.id and m.attempts = r.attempts
     and (m.state = 'queued' or m.state = 'suppressed' and r.state = 'sent')`,
)

type SettledRow = Pick<MessageRow, 'account_id' | 'id' | 'attempts'>

const settleValues = (
  { account_id, id, attempts }: SettledRow,
  { state, delay_ms, error }: AttemptSettlement,
) => [account_id, id, attempts, state, delay_ms, error]

/**
 * Enqueues the row without waiting, so that the results of several emails share one statement and one commit.
 */
export const settle = (ctx: TxContext, row: SettledRow, settlement: AttemptSettlement): void =>
  ctx.enqueueRow(settleStatement, settleValues(row, settlement))

/** Saves the result of an attempt. Returns whether it was saved. */
export const settleAndCheck = (
  ctx: TxContext,
  row: SettledRow,
  settlement: AttemptSettlement,
): Promise<boolean> =>
  ctx.hasRows(`${settleStatement.textFor(1)} returning true`, settleValues(row, settlement))

/**
 * Returns the SQL condition for the account. Row-level security already limits the rows to the account; with
 * the condition the query can use the index.
 */
const accountCondition = (ctx: TxContext) =>
  ctx.account_id === ALL_ACCOUNTS ? '$1::text is not null' : 'm.account_id = $1::uuid'

export const find = (ctx: TxContext, id: string): Promise<MessageRow | undefined> =>
  ctx.queryFirst<MessageRow>(
    `select ${columns} from mail.message m where ${accountCondition(ctx)} and m.id = $2`,
    [ctx.account_id, id],
  )

export interface MessageFilter {
  gift_request_id?: string
  /** The id of an email. The list contains only older emails. */
  before?: string
  limit?: number
}

/** Lists emails, newest first. */
export function list(
  ctx: TxContext,
  { gift_request_id, before, limit = 100 }: MessageFilter,
): Promise<MessageRow[]> {
  const { bind: addParam, values } = createBindings(ctx.account_id, limit)
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

/** Suppresses the queued emails with these templates that are about these gift requests. */
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

/** Deletes emails. If a process is sending one of them, it completes the attempt but saves no result. */
export const deleteMessages = (ctx: TxContext, ids: readonly string[]): void =>
  ctx.enqueue(
    `with deleted as (
       delete from mail.message where account_id = $1 and id = any ($2) returning id, gift_request_id, dedup_key)
     delete from mail.dedup_key k using deleted d
      where k.account_id = $1 and k.gift_request_id = d.gift_request_id and k.dedup_key = d.dedup_key and k.message_id = d.id`,
    [ctx.account_id, ids],
  )

/** Marks an email as bounced. Returns whether the state changed: only sent emails can bounce. */
export const markBounced = (
  ctx: TxContext,
  { account_id, id }: Pick<MessageRow, 'account_id' | 'id'>,
  response: string,
): Promise<boolean> =>
  ctx.hasRows(
    `update mail.message set state = 'bounced', error = $3, ended_at = now()
      where account_id = $1 and id = $2 and state = 'sent' returning true`,
    [account_id, id, response],
  )

/**
 * Erases the contents and addresses of emails that are about these gift requests or to this address. Also
 * erases the digest of the address, which would identify a known address. Returns the number of erased
 * emails.
 */
export const erase = (
  ctx: TxContext,
  { gift_request_ids, digest }: { gift_request_ids?: readonly string[]; digest?: Buffer },
): Promise<number> =>
  ctx.countRows(
    `update mail.message
        set encrypted_payload = null, error = null, due_at = null, ended_at = coalesce(ended_at, now()),
            to_digest = sha256(uuid_send(id)),
            state = case when state = 'queued' then 'suppressed' else state end
      where account_id = $1 and (gift_request_id = any ($2::uuid[]) or to_digest = $3)
        and (encrypted_payload is not null or to_digest <> sha256(uuid_send(id)))
      returning true`,
    [ctx.account_id, gift_request_ids ?? [], digest ?? null],
  )

/**
 * Erases all stored digests, because each of them names several recipients. Enqueues the statement without
 * waiting.
 */
export const eraseDigests = (ctx: TxContext): void =>
  ctx.enqueue(
    `update mail.message
        set encrypted_payload = null, error = null, due_at = null, ended_at = coalesce(ended_at, now()),
            state = case when state = 'queued' then 'suppressed' else state end
      where account_id = $1 and kind = 'attention_digest' and encrypted_payload is not null`,
    [ctx.account_id],
  )

/**
 * Deletes contents that are older than this number of days, at most 5,000 per call. Returns the number of
 * deleted contents.
 */
export const purgeContents = (ctx: TxContext, contentDays: number): Promise<number> =>
  ctx.countRows(
    `update mail.message set encrypted_payload = null, error = null where (account_id, id) in (
       select account_id, id from mail.message
        where ended_at < now() - make_interval(days => $1) and encrypted_payload is not null limit 5000)
     returning true`,
    [contentDays],
  )
