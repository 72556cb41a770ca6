import type { Insertable } from 'kysely'
import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres'
import type { Caller } from './authenticate.ts'
import type { StoredResponse } from './idempotency.ts'
import type { Account, AccountTables, ApiToken, Stage, User } from './tables.ts'

const tables = ({ tx }: TxContext) => tx.withTables<AccountTables>()

const accountColumns = ['id', 'name', 'tier', 'tenant', 'region', 'stage'] as const
const userColumns = ['id', 'name', 'email', 'role'] as const

export const insertAccount = (ctx: TxContext, account: Account) =>
  tables(ctx)
    .insertInto('access.account')
    .values({ ...account, created_at: ctx.now })
    .execute()

export const listAccounts = (ctx: TxContext): Promise<Account[]> =>
  tables(ctx).selectFrom('access.account').select(accountColumns).orderBy('id').execute()

export const findAccount = (ctx: TxContext, id: string): Promise<Account | undefined> =>
  tables(ctx)
    .selectFrom('access.account')
    .select(accountColumns)
    .where('id', '=', id)
    .executeTakeFirst()

export async function hasAnyAccount(ctx: TxContext): Promise<boolean> {
  const first = await tables(ctx)
    .selectFrom('access.account')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

export const insertUser = (ctx: TxContext, user: Insertable<AccountTables['access.person']>) =>
  tables(ctx).insertInto('access.person').values(user).execute()

export const findUsers = (ctx: TxContext, ids: readonly string[]): Promise<User[]> =>
  ctx.query<User>(
    `select id, name, email, role from access.person where account_id = $1 and id = any($2)`,
    [ctx.account_id, ids],
  )

export const findFirstUser = (ctx: TxContext): Promise<User | undefined> =>
  tables(ctx)
    .selectFrom('access.person')
    .select(userColumns)
    .where('account_id', '=', ctx.account_id)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const findForSignIn = (ctx: TxContext, email_key: string) =>
  tables(ctx)
    .selectFrom('access.person')
    .select([...userColumns, 'account_id', 'password_hash'])
    .where('email_key', '=', email_key)
    .where('totp_since', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

export const insertToken = (ctx: TxContext, token: AccountTables['access.api_token']) =>
  tables(ctx).insertInto('access.api_token').values(token).execute()

export const listTokens = (ctx: TxContext): Promise<ApiToken[]> =>
  tables(ctx)
    .selectFrom('access.api_token')
    .select(['id', 'name', 'last_four', 'created_at', 'last_used_at', 'expired_at'])
    .where('account_id', '=', ctx.account_id)
    .orderBy('id', 'desc')
    .execute()

/** Of the work's account, or of any when the work is for everyone. */
export async function expireToken(ctx: TxContext, id: string) {
  const [expired] = await ctx.query<{ id: string; expired_at: Date }>(
    `update access.api_token set expired_at = coalesce(expired_at, $2)
      where id = $1 and $3 in ('*', account_id::text)
      returning id, expired_at`,
    [id, ctx.now, ctx.account_id],
  )
  return expired
}

export interface CallerRow extends Caller {
  token_hash: Buffer
  /** Whether the token's last use is on record to the minute. */
  is_use_noted: boolean
  tenant: string
  /** What has to come with an access token. */
  api_key_hash: Buffer | null
}

/** The callers behind these hashes of tokens, as far as they may call here. */
export const findCallers = (
  db: Database,
  hashes: readonly Buffer[],
  deployment: { stage: Stage; region: string },
): Promise<CallerRow[]> =>
  readWithoutTransaction<CallerRow>(
    db,
    ALL_ACCOUNTS,
    `select t.*, a.tier, a.stage, a.region, a.tenant,
            (extract(epoch from a.clock_ahead) * 1000)::float8 as clock_ahead_ms
       from (
         select token_hash, id as token_id, account_id, 'api_token' as via, null as client_id,
                null as api_key_hash,
                coalesce(last_used_at > $5::timestamptz - interval '1 minute', false) as is_use_noted
           from access.api_token where token_hash = any($2) and expired_at is null
         union all
         select t.token_hash, t.id, t.account_id, 'oauth', c.id, c.api_key_hash, true
           from access.oauth_token t
           join access.oauth_grant g on g.account_id = t.account_id and g.id = t.grant_id
           join access.oauth_client c on c.account_id = g.account_id and c.id = g.client_id
          where t.token_hash = any($2) and t.kind = 'access' and t.expires_at > $5
            and t.revoked_at is null and g.revoked_at is null and c.revoked_at is null
       ) t join access.account a on a.id = t.account_id
      where opened.account_id = '*' and a.stage = $3 and a.region = $4`,
    [hashes, deployment.stage, deployment.region, db.clock()],
  )

/** Does not wait, neither for the answer nor for whoever else is noting or expiring the same token. */
export function recordUse(ctx: TxContext, hashes: readonly Buffer[]): void {
  ctx.enqueue(
    `update access.api_token set last_used_at = $2 where token_hash in (
       select token_hash from access.api_token where token_hash = any($1) for no key update skip locked)`,
    [hashes, ctx.now],
  )
}

/** Takes the key for this transaction; false when another one has it. */
export async function tryLockKey(ctx: TxContext, key: string): Promise<boolean> {
  const [lock] = await ctx.query<{ is_ours: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_ours`,
    [`idempotency key ${ctx.account_id} ${key}`],
  )
  return lock?.is_ours === true
}

export async function findResponse(ctx: TxContext, key: string, since: Date) {
  const [stored] = await ctx.query<StoredResponse & { fingerprint: Buffer }>(
    `select fingerprint, status, content_type, body from access.idempotency_key
      where account_id = $1 and key = $2 and created_at > $3`,
    [ctx.account_id, key, since],
  )
  return stored
}

export function upsertResponse(
  ctx: TxContext,
  {
    key,
    fingerprint,
    status,
    content_type,
    body,
  }: StoredResponse & { key: string; fingerprint: Buffer },
): void {
  ctx.enqueue(
    `insert into access.idempotency_key (account_id, key, fingerprint, status, content_type, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, key) do update
        set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
            content_type = excluded.content_type, created_at = excluded.created_at`,
    [ctx.account_id, key, fingerprint, status, content_type, body, ctx.now],
  )
}

/** Which keys got answers that speak of these ids: a day's worth is looked through. */
export const findKeysMentioning = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ key: string; content_type: string }[]> =>
  ctx.query(
    `select k.key, k.content_type from access.idempotency_key k
      where k.account_id = $1
        and exists (select from unnest($2::text[]) id where position(convert_to(id, 'UTF8') in k.body) > 0)`,
    [ctx.account_id, ids],
  )

export const replaceResponse = (
  ctx: TxContext,
  key: string,
  { status, content_type, body }: StoredResponse,
): void =>
  ctx.enqueue(
    `update access.idempotency_key set status = $3, content_type = $4, body = $5
      where account_id = $1 and key = $2`,
    [ctx.account_id, key, status, content_type, body],
  )

export async function deleteKeysBefore(ctx: TxContext, before: Date): Promise<number> {
  const deleted = await ctx.query(
    `delete from access.idempotency_key where ctid = any (array(
       select ctid from access.idempotency_key where created_at <= $1 limit 20000)) returning true`,
    [before],
  )
  return deleted.length
}
