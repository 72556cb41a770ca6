import type { AttentionKind } from '#contract'
import type { ClaimLimits } from '#platform/jobs/outbox'
import type { TxContext } from '#platform/postgres/database'
import type { Chat } from './tables.ts'

const columns = `account_id, id, format, name, host, kinds, enabled, last_sent_at, last_error, created_at, updated_at`

/** Inserts a chat, which receives the items that are raised from now on. */
export const insert = (
  ctx: TxContext,
  chat: Pick<Chat, 'id' | 'format' | 'name' | 'host' | 'kinds'>,
  encrypted_url: Buffer,
): Promise<Chat | undefined> =>
  ctx.queryFirst<Chat>(
    `insert into attention.chat (account_id, id, format, name, host, kinds, encrypted_url, last_number, next_at,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7,
       coalesce((select last_number from attention.account_check where account_id = $1), 0), now(), $8, $8)
     returning ${columns}`,
    [
      ctx.account_id,
      chat.id,
      chat.format,
      chat.name,
      chat.host,
      chat.kinds,
      encrypted_url,
      ctx.now,
    ],
  )

export const list = (ctx: TxContext): Promise<Chat[]> =>
  ctx.query<Chat>(`select ${columns} from attention.chat where account_id = $1 order by id`, [
    ctx.account_id,
  ])

/** Updates the given fields. A chat that is enabled again receives the items that are raised from then on. */
export const update = (
  ctx: TxContext,
  id: string,
  { name, kinds, enabled }: Partial<Pick<Chat, 'name' | 'kinds' | 'enabled'>>,
): Promise<Chat | undefined> =>
  ctx.queryFirst<Chat>(
    `update attention.chat c
        set name = coalesce($3, name), kinds = coalesce($4, kinds), enabled = coalesce($5, enabled),
            last_number = case when $5 and not enabled
              then coalesce((select last_number from attention.account_check where account_id = $1), 0)
              else last_number end,
            attempts = 0, next_at = least(next_at, now()), updated_at = $6
      where account_id = $1 and id = $2 returning ${columns}`,
    [ctx.account_id, id, name ?? null, kinds ?? null, enabled ?? null, ctx.now],
  )

export const remove = (ctx: TxContext, id: string): Promise<Chat | undefined> =>
  ctx.queryFirst<Chat>(
    `delete from attention.chat where account_id = $1 and id = $2 returning ${columns}`,
    [ctx.account_id, id],
  )

/** Makes a test message due. */
export const requestTest = (ctx: TxContext, id: string): Promise<Chat | undefined> =>
  ctx.queryFirst<Chat>(
    `update attention.chat set is_test_due = true, next_at = least(next_at, now())
      where account_id = $1 and id = $2 returning ${columns}`,
    [ctx.account_id, id],
  )

/** A chat with a message to send, which this process has leased. */
export interface DueChat {
  account_id: string
  id: string
  format: string
  kinds: AttentionKind[]
  last_number: number
  attempts: number
  is_test_due: boolean
}

/**
 * Leases chats of different accounts and of these formats with a message to send, by postponing them: no other process claims them before
 * the lease ends.
 */
export const claim = (
  ctx: TxContext,
  { limit, accounts }: ClaimLimits,
  leaseSeconds: number,
  formats: readonly string[],
): Promise<DueChat[]> =>
  ctx.query<DueChat>(
    `with due as (
       select c.account_id, c.id from attention.chat c
        where c.next_at <= now() and c.account_id <> all ($3::uuid[]) and c.format = any ($4)
          and (c.is_test_due or c.enabled and exists (
            select from attention.item i
             where i.account_id = c.account_id and i.cleared_at is null and i.number > c.last_number
               and i.kind = any (c.kinds)))
        order by c.next_at limit $1 for update of c skip locked)
     update attention.chat c set next_at = now() + $2 * interval '1 second' from due d
      where c.account_id = d.account_id and c.id = d.id
     returning c.account_id, c.id, c.format, c.kinds, c.last_number::float8 as last_number, c.attempts, c.is_test_due`,
    [
      limit,
      leaseSeconds,
      accounts.ids.filter((_, index) => accounts.remaining[index] === 0),
      formats,
    ],
  )

export const findUrl = (ctx: TxContext, id: string): Promise<Buffer | undefined> =>
  ctx.queryValue<Buffer>(
    'select encrypted_url from attention.chat where account_id = $1 and id = $2',
    [ctx.account_id, id],
  )

/** Stores that a message with the items up to a number was accepted. The next message follows after some seconds. */
export const settleSent = (
  ctx: TxContext,
  { id, is_test_due }: DueChat,
  lastNumber: number,
  delaySeconds: number,
): void =>
  ctx.enqueue(
    `update attention.chat
        set last_number = greatest(last_number, $3), attempts = 0, last_error = null, last_sent_at = now(),
            is_test_due = is_test_due and not $5, next_at = now() + $4 * interval '1 second'
      where account_id = $1 and id = $2`,
    [ctx.account_id, id, lastNumber, delaySeconds, is_test_due],
  )

/** Stores a failure. A failed test is not repeated. */
export const settleFailed = (
  ctx: TxContext,
  { id, is_test_due }: DueChat,
  error: string,
  delaySeconds: number,
): void =>
  ctx.enqueue(
    `update attention.chat
        set attempts = least(attempts + 1, 100), last_error = $3, is_test_due = is_test_due and not $5,
            next_at = now() + $4 * interval '1 second'
      where account_id = $1 and id = $2`,
    [ctx.account_id, id, error, delaySeconds, is_test_due],
  )
