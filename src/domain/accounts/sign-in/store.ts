import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { maxUsersOfAddress } from './address-constraints.ts'
import type { Session, SessionUser, SignInTables } from './tables.ts'

const tables = ({ tx }: TxContext) => tx.withTables<SignInTables>()

const sessionColumns = [
  'id',
  'method',
  'address',
  'user_agent',
  'created_at',
  'last_seen_at',
  'expires_at',
] as const

export const insertSession = (ctx: TxContext, session: SignInTables['access.session']) =>
  tables(ctx).insertInto('access.session').values(session).execute()

/** Returns the user of a token with a valid session. A required provider invalidates other sessions of members; an operator has no session by a provider. */
export async function findSessionUser(
  db: Database,
  token_hash: Buffer,
  {
    idle_since,
    now,
    stage,
    region,
  }: { idle_since: Date; now: Date; stage: string; region: string },
): Promise<(SessionUser & { last_seen_at: Date }) | undefined> {
  const [row] = await readWithoutTransaction<SessionUser & { last_seen_at: Date }>(
    db,
    ALL_ACCOUNTS,
    `select s.id as session_id, s.account_id, s.user_id, s.last_seen_at, s.method, s.confirmed_at,
            p.name, p.email, p.role, p.is_operator, p.totp_enabled_at is not null as has_totp,
            a.name as account_name, a.tier, a.stage, a.region,
            (extract(epoch from a.clock_offset) * 1000)::float8 as clock_offset_ms
       from access.session s
       join access.user p on p.account_id = s.account_id and p.id = s.user_id
       join access.account a on a.id = s.account_id
       left join access.single_sign_on_provider o on o.account_id = s.account_id and o.is_required
      where opened.account_id = '*' and s.token_hash = $2 and s.expires_at > $3
        and s.last_seen_at > $4 and p.removed_at is null and a.stage = $5 and a.region = $6
        and (o.id is null or s.method = 'single_sign_on' or p.role = 'admin' or p.is_operator)
        and not (p.is_operator and s.method = 'single_sign_on')`,
    [token_hash, now, idle_since, stage, region],
  )
  return row
}

/** Updates the time of the last use. Skips rows that another transaction is updating. */
export function updateLastSeen(ctx: TxContext, session_id: string, user_id: string): void {
  ctx.enqueue(
    `with seen as (
       update access.session set last_seen_at = $2 where id in (
         select id from access.session where id = $1 for no key update skip locked))
     update access.user set last_seen_at = $2 where id in (
       select id from access.user where id = $3 for no key update skip locked)`,
    [session_id, ctx.now, user_id],
  )
}

export const listSessions = (
  ctx: TxContext,
  user_id: string,
  idle_since: Date,
): Promise<Session[]> =>
  tables(ctx)
    .selectFrom('access.session')
    .select(sessionColumns)
    .where('account_id', '=', ctx.account_id)
    .where('user_id', '=', user_id)
    .where('expires_at', '>', ctx.now)
    .where('last_seen_at', '>', idle_since)
    .orderBy('last_seen_at', 'desc')
    .execute()

/** Returns the number of ended sessions. */
export async function deleteSessions(
  ctx: TxContext,
  filter: { user_id: string; id?: string | undefined; exceptId?: string | undefined },
): Promise<number> {
  let query = tables(ctx)
    .deleteFrom('access.session')
    .where('account_id', '=', ctx.account_id)
    .where('user_id', '=', filter.user_id)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.exceptId !== undefined) query = query.where('id', '!=', filter.exceptId)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

/** Several accounts can have a user with an address that no one proved. A user who proved it comes first. */
export const findUsersByEmail = (ctx: TxContext, email_key: string) =>
  tables(ctx)
    .selectFrom('access.user')
    .selectAll()
    .where('email_key', '=', email_key)
    .where('removed_at', 'is', null)
    .orderBy('email_proven_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(maxUsersOfAddress)
    .execute()

/** Records that a user reads the mail of the address. Has no effect if another user proved it before. */
export const markEmailProven = (ctx: TxContext, account_id: string, id: string): void =>
  ctx.enqueue(
    `update access.user u set email_proven_at = $3
      where account_id = $1 and id = $2 and email_proven_at is null and not exists (
        select from access.user o where o.email_key = u.email_key and o.email_proven_at is not null)`,
    [account_id, id, ctx.now],
  )

const selectUser = (ctx: TxContext, account_id: string, id: string) =>
  tables(ctx)
    .selectFrom('access.user')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)

export const findUser = (ctx: TxContext, account_id: string, id: string) =>
  selectUser(ctx, account_id, id).executeTakeFirst()

/** Locks the row, so that its values do not change until the commit. */
export const findUserForUpdate = (ctx: TxContext, account_id: string, id: string) =>
  selectUser(ctx, account_id, id).forUpdate().executeTakeFirst()

export const updateUser = (
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  change: Partial<SignInTables['access.user']>,
) =>
  tables(ctx)
    .updateTable('access.user')
    .set(change)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()

export const insertBackupCodes = (ctx: TxContext, rows: SignInTables['access.backup_code'][]) =>
  tables(ctx).insertInto('access.backup_code').values(rows).execute()

/** Deletes one backup code, or all of them. Returns how many. */
export async function deleteBackupCodes(
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  code_hash?: Buffer,
): Promise<number> {
  let query = tables(ctx)
    .deleteFrom('access.backup_code')
    .where('account_id', '=', account_id)
    .where('user_id', '=', id)
  if (code_hash !== undefined) query = query.where('code_hash', '=', code_hash)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countBackupCodes(ctx: TxContext, user_id: string): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    `select count(*) from access.backup_code where account_id = $1 and user_id = $2`,
    [ctx.account_id, user_id],
  )
  return row?.count ?? 0
}

export const insertPasskey = (ctx: TxContext, passkey: SignInTables['access.passkey']) =>
  tables(ctx).insertInto('access.passkey').values(passkey).execute()

export const listPasskeys = (ctx: TxContext, user_id: string) =>
  tables(ctx)
    .selectFrom('access.passkey')
    .selectAll()
    .where('account_id', '=', ctx.account_id)
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()

export const findPasskey = (ctx: TxContext, credential_id: string) =>
  tables(ctx)
    .selectFrom('access.passkey')
    .selectAll()
    .where('credential_id', '=', credential_id)
    .forUpdate()
    .executeTakeFirst()

export const recordPasskeyUse = (ctx: TxContext, id: string, counter: number) =>
  tables(ctx)
    .updateTable('access.passkey')
    .set({ counter, last_used_at: ctx.now })
    .where('id', '=', id)
    .execute()

export const deletePasskey = (ctx: TxContext, user_id: string, id: string) =>
  tables(ctx)
    .deleteFrom('access.passkey')
    .where('account_id', '=', ctx.account_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirst()

export const insertPasswordReset = (ctx: TxContext, row: SignInTables['access.password_reset']) =>
  tables(ctx).insertInto('access.password_reset').values(row).execute()

/** Returns whether the link is valid, without consuming it. */
export const isValidPasswordReset = async (ctx: TxContext, token_hash: Buffer): Promise<boolean> =>
  (await tables(ctx)
    .selectFrom('access.password_reset')
    .select('id')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst()) !== undefined

export const isSetupCode = async (ctx: TxContext, code_hash: Buffer): Promise<boolean> =>
  (await tables(ctx)
    .selectFrom('access.setup_code')
    .select('code_hash')
    .where('code_hash', '=', code_hash)
    .executeTakeFirst()) !== undefined

/** Deletes and returns the row of a valid link, so that the link works only once. */
export const consumePasswordReset = (ctx: TxContext, token_hash: Buffer) =>
  tables(ctx)
    .deleteFrom('access.password_reset')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', ctx.now)
    .returning(['account_id', 'user_id'])
    .executeTakeFirst()

export const deletePasswordResets = (ctx: TxContext, account_id: string, user_id: string) =>
  tables(ctx)
    .deleteFrom('access.password_reset')
    .where('account_id', '=', account_id)
    .where('user_id', '=', user_id)
    .execute()

/** Returns whether the proof was not used before. */
export async function consumeChallenge(
  ctx: TxContext,
  proof_hash: Buffer,
  expires_at: Date,
): Promise<boolean> {
  const rows = await ctx.query(
    `insert into access.used_challenge (proof_hash, expires_at) values ($1, $2) on conflict do nothing returning 1`,
    [proof_hash, expires_at],
  )
  return rows.length === 1
}

/** Counts an attempt. Returns the count in the current time window, and the end of the window. */
export async function incrementAttempts(
  ctx: TxContext,
  key_hash: Buffer,
  until: Date,
): Promise<{ count: number; expires_at: Date }> {
  const [row] = await ctx.query<{ count: number; expires_at: Date }>(
    `insert into access.sign_in_attempt as a (key_hash, count, expires_at) values ($1, 1, $2)
     on conflict (key_hash) do update
        set count = case when a.expires_at <= $3 then 1 else a.count + 1 end,
            expires_at = case when a.expires_at <= $3 then excluded.expires_at else a.expires_at end
     returning count, expires_at`,
    [key_hash, until, ctx.now],
  )
  return row ?? { count: 1, expires_at: until }
}

export const decrementAttempts = (ctx: TxContext, key_hash: Buffer): void =>
  ctx.enqueue(
    'update access.sign_in_attempt set count = count - 1 where key_hash = $1 and count > 0',
    [key_hash],
  )

export const deleteAttempts = (ctx: TxContext, key_hash: Buffer): void =>
  ctx.enqueue('delete from access.sign_in_attempt where key_hash = $1', [key_hash])

export const insertSetupCode = (ctx: TxContext, code_hash: Buffer) =>
  tables(ctx).insertInto('access.setup_code').values({ code_hash, created_at: ctx.now }).execute()

export const deleteSetupCodes = (ctx: TxContext, code_hash?: Buffer) => {
  const query = tables(ctx).deleteFrom('access.setup_code')
  return (code_hash === undefined ? query : query.where('code_hash', '=', code_hash))
    .returning('code_hash')
    .execute()
}

/** Deletes expired rows. */
export async function deleteExpired(ctx: TxContext, idle_since: Date): Promise<void> {
  for (const table of [
    'session',
    'invitation',
    'password_reset',
    'email_change',
    'sign_in_attempt',
    'used_challenge',
    'single_sign_on_request',
  ] as const)
    ctx.enqueue(`delete from access.${table} where expires_at <= $1`, [ctx.now])
  ctx.enqueue(`delete from access.session where last_seen_at <= $1`, [idle_since])
}
