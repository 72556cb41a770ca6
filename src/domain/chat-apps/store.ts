import { selectAccountsWithRows, selectInRoundRobin } from '#platform/jobs/account-round-robin'
import type { DueTable } from '#platform/jobs/due-table'
import type { ClaimLimits } from '#platform/jobs/outbox'
import type { TxContext } from '#platform/postgres/database'
import { deleteSome } from '#platform/postgres/table'
import { port } from './chat-app.ts'

/** A post that a process has leased. */
export interface DuePost {
  account_id: string
  id: string
  connection_id: string
  channel: string | null
  message_id: string | null
  revision: number
  attempts: number
}

interface NewPost {
  id: string
  key: string
  subject_id: string
  has_buttons: boolean
  encrypted_content: Buffer
}

/** Inserts a post if the account has a chat app, and none of this key. The statement is not awaited. */
export const insert = (ctx: TxContext, post: NewPost): void =>
  ctx.enqueue(
    `insert into chat_apps.post
       (account_id, id, connection_id, key, subject_id, has_buttons, encrypted_content, next_at, created_at)
     select $1, $2, c, $4, $5, $6, $7, now(), now() from connections.default_in_use($1, $3) as c where c is not null
     on conflict (account_id, connection_id, key) do nothing`,
    [
      ...[ctx.account_id, post.id, port, post.key],
      ...[post.subject_id, post.has_buttons, post.encrypted_content],
    ],
  )

/** Locks the posts with buttons about a subject, and returns their ids. */
export const lockWithButtons = (ctx: TxContext, subject_id: string): Promise<string[]> =>
  ctx.queryValues<string>(
    `select id from chat_apps.post
      where account_id = $1 and subject_id = $2 and has_buttons order by id for update`,
    [ctx.account_id, subject_id],
  )

/**
 * Replaces a post by one without buttons. The statement is not awaited. Does not end the lease of a request that runs: its
 * settlement makes the change due, and knows the place of the post by then.
 */
export const replace = (ctx: TxContext, id: string, encrypted_content: Buffer): void =>
  ctx.enqueue(
    `update chat_apps.post
        set encrypted_content = $3, has_buttons = false, revision = revision + 1, attempts = 0,
            next_at = case when channel is null then coalesce(next_at, now()) else now() end
      where account_id = $1 and id = $2`,
    [ctx.account_id, id, encrypted_content],
  )

/** Leases due posts, in turn for each account, by postponing them: no other process claims them before the lease ends. */
export const claim = (
  ctx: TxContext,
  { limit, perAccount, accounts }: ClaimLimits,
  leaseSeconds: number,
): Promise<DuePost[]> =>
  ctx.query<DuePost>(
    `update chat_apps.post p set next_at = now() + $2 * interval '1 second'
       from (${selectDueInRoundRobin}) due
      where p.account_id = due.account_id and p.id = due.id
     returning p.account_id, p.id, p.connection_id, p.channel, p.message_id, p.revision, p.attempts`,
    [limit, leaseSeconds, perAccount, accounts.ids, accounts.remaining],
  )

export const duePosts: DueTable = { table: 'chat_apps.post', dueAt: 'next_at', clock: 'database' }

const selectDueInRoundRobin = selectInRoundRobin({
  accounts: selectAccountsWithRows('chat_apps.post', 'next_at is not null'),
  from: 'chat_apps.post',
  where: `next_at <= now() and not exists (select from chat_apps.pause p
    where p.account_id = t.account_id and p.connection_id = t.connection_id and p.until > now())`,
  order: 'next_at',
  limits: { limit: '$1', perAccount: '$3', ids: '$4', remaining: '$5' },
})

export const findContent = (ctx: TxContext, id: string): Promise<Buffer | null | undefined> =>
  ctx.queryValue<Buffer | null>(
    'select encrypted_content from chat_apps.post where account_id = $1 and id = $2',
    [ctx.account_id, id],
  )

/** Stores the place of a post, and deletes its content unless it has changed since. The statement is not awaited. */
export const settlePosted = (
  ctx: TxContext,
  { id, revision }: DuePost,
  { channel, message_id }: { channel: string; message_id: string },
): void =>
  ctx.enqueue(
    `update chat_apps.post
        set channel = $4, message_id = $5, attempts = 0, last_error = null,
            next_at = case when revision <> $3 and encrypted_content is not null then now() end,
            encrypted_content = case when revision = $3 then null else encrypted_content end
      where account_id = $1 and id = $2`,
    [ctx.account_id, id, revision, channel, message_id],
  )

/** Stores a failure. Without a delay, gives up and deletes the content. The statement is not awaited. */
export const settleFailed = (
  ctx: TxContext,
  { id, revision }: DuePost,
  error: string,
  delayMs: number | undefined,
): void =>
  ctx.enqueue(
    `update chat_apps.post
        set attempts = attempts + 1, last_error = $4,
            next_at = case when encrypted_content is null then null when revision <> $3 then now()
                           else now() + $5::float8 * interval '1 millisecond' end,
            encrypted_content = case when revision = $3 and $5::float8 is null then null else encrypted_content end
      where account_id = $1 and id = $2`,
    [ctx.account_id, id, revision, error, delayMs ?? null],
  )

/** Lets no post of a connection be claimed for a while, because the chat accepts no request. The statement is not awaited. */
export const pause = (ctx: TxContext, connection_id: string, delayMs: number): void =>
  ctx.enqueue(
    `insert into chat_apps.pause as p (account_id, connection_id, until)
     values ($1, $2, now() + $3::float8 * interval '1 millisecond')
     on conflict (account_id, connection_id) do update set until = greatest(p.until, excluded.until)`,
    [ctx.account_id, connection_id, delayMs],
  )

/** Records that an event takes effect in this transaction. Returns false if it did before. Concurrent calls wait. */
export const claimEvent = (ctx: TxContext, connection_id: string, key: string): Promise<boolean> =>
  ctx.hasRows(
    `insert into chat_apps.event (account_id, connection_id, key, created_at) values ($1, $2, $3, now())
     on conflict (account_id, connection_id, key) do nothing returning true`,
    [ctx.account_id, connection_id, key],
  )

const batch = 1_000

/** Deletes posts of any account after 90 days, and events after a week. Returns how many. */
export const purge = async (ctx: TxContext): Promise<number> =>
  (await deleteSome(ctx, 'chat_apps.post', batch, `created_at < now() - interval '90 days'`)) +
  (await deleteSome(ctx, 'chat_apps.event', batch, `created_at < now() - interval '7 days'`))
