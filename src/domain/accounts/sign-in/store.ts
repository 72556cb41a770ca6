import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import type { SessionUser } from './sessions.ts'
import type { Session, SignInTables } from './tables.ts'

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

/** Who holds the token, as far as it still lets anybody in. */
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
    `select s.id as session_id, s.account_id, s.person_id, s.last_seen_at, s.method,
            p.name, p.email, p.role, p.totp_since is not null as has_totp,
            a.name as account_name, a.tier, a.stage, a.region,
            (extract(epoch from a.clock_ahead) * 1000)::float8 as clock_ahead_ms
       from access.session s
       join access.person p on p.account_id = s.account_id and p.id = s.person_id
       join access.account a on a.id = s.account_id
      where opened.account_id = '*' and s.token_hash = $2 and s.expires_at > $3
        and s.last_seen_at > $4 and p.removed_at is null and a.stage = $5 and a.region = $6`,
    [token_hash, now, idle_since, stage, region],
  )
  return row
}

/** Does not wait for whoever else is noting the same. */
export function updateLastSeen(ctx: TxContext, session_id: string, person_id: string): void {
  ctx.enqueue(
    `with seen as (
       update access.session set last_seen_at = $2 where id in (
         select id from access.session where id = $1 for no key update skip locked))
     update access.person set last_seen_at = $2 where id in (
       select id from access.person where id = $3 for no key update skip locked)`,
    [session_id, ctx.now, person_id],
  )
}

export const listSessions = (
  ctx: TxContext,
  person_id: string,
  idle_since: Date,
): Promise<Session[]> =>
  tables(ctx)
    .selectFrom('access.session')
    .select(sessionColumns)
    .where('account_id', '=', ctx.account_id)
    .where('person_id', '=', person_id)
    .where('expires_at', '>', ctx.now)
    .where('last_seen_at', '>', idle_since)
    .orderBy('last_seen_at', 'desc')
    .execute()

/** Answers how many ended. */
export async function deleteSessions(
  ctx: TxContext,
  filter: { person_id: string; id?: string | undefined; exceptId?: string | undefined },
): Promise<number> {
  let query = tables(ctx)
    .deleteFrom('access.session')
    .where('account_id', '=', ctx.account_id)
    .where('person_id', '=', filter.person_id)
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.exceptId !== undefined) query = query.where('id', '!=', filter.exceptId)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

export const findUserByEmail = (ctx: TxContext, email_key: string) =>
  tables(ctx)
    .selectFrom('access.person')
    .selectAll()
    .where('email_key', '=', email_key)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Holds the row, so that what was read of it stays true until the commit. */
export const findUserForUpdate = (ctx: TxContext, account_id: string, id: string) =>
  tables(ctx)
    .selectFrom('access.person')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const updateUser = (
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  change: Partial<SignInTables['access.person']>,
) =>
  tables(ctx)
    .updateTable('access.person')
    .set(change)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()

export const insertBackupCodes = (ctx: TxContext, rows: SignInTables['access.backup_code'][]) =>
  tables(ctx).insertInto('access.backup_code').values(rows).execute()

/** One code, or all of them. Answers how many there were. */
export async function deleteBackupCodes(
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  code_hash?: Buffer,
): Promise<number> {
  let query = tables(ctx)
    .deleteFrom('access.backup_code')
    .where('account_id', '=', account_id)
    .where('person_id', '=', id)
  if (code_hash !== undefined) query = query.where('code_hash', '=', code_hash)
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countBackupCodes(ctx: TxContext, person_id: string): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    `select count(*) from access.backup_code where account_id = $1 and person_id = $2`,
    [ctx.account_id, person_id],
  )
  return row?.count ?? 0
}

export const insertPasskey = (ctx: TxContext, passkey: SignInTables['access.passkey']) =>
  tables(ctx).insertInto('access.passkey').values(passkey).execute()

export const listPasskeys = (ctx: TxContext, person_id: string) =>
  tables(ctx)
    .selectFrom('access.passkey')
    .selectAll()
    .where('account_id', '=', ctx.account_id)
    .where('person_id', '=', person_id)
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

export const deletePasskey = (ctx: TxContext, person_id: string, id: string) =>
  tables(ctx)
    .deleteFrom('access.passkey')
    .where('account_id', '=', ctx.account_id)
    .where('person_id', '=', person_id)
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirst()

export const insertPasswordReset = (ctx: TxContext, row: SignInTables['access.recovery']) =>
  tables(ctx).insertInto('access.recovery').values(row).execute()

/** Takes the link's row away: whoever asks next finds none. */
export const isValidPasswordReset = async (ctx: TxContext, token_hash: Buffer): Promise<boolean> =>
  (await tables(ctx)
    .selectFrom('access.recovery')
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

export const consumePasswordReset = (ctx: TxContext, token_hash: Buffer) =>
  tables(ctx)
    .deleteFrom('access.recovery')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', ctx.now)
    .returning(['account_id', 'person_id'])
    .executeTakeFirst()

export const deletePasswordResets = (ctx: TxContext, account_id: string, person_id: string) =>
  tables(ctx)
    .deleteFrom('access.recovery')
    .where('account_id', '=', account_id)
    .where('person_id', '=', person_id)
    .execute()

/** Whether the proof was there for the first time. */
export async function consumeChallenge(
  ctx: TxContext,
  proof_hash: Buffer,
  expires_at: Date,
): Promise<boolean> {
  const rows = await ctx.query(
    `insert into access.spent (proof_hash, expires_at) values ($1, $2) on conflict do nothing returning 1`,
    [proof_hash, expires_at],
  )
  return rows.length === 1
}

/** Counts one more; answers how many that makes since the while began, and when it ends. */
export async function incrementAttempts(
  ctx: TxContext,
  key_hash: Buffer,
  until: Date,
): Promise<{ count: number; expires_at: Date }> {
  const [row] = await ctx.query<{ count: number; expires_at: Date }>(
    `insert into access.attempt as a (key_hash, count, expires_at) values ($1, 1, $2)
     on conflict (key_hash) do update
        set count = case when a.expires_at <= $3 then 1 else a.count + 1 end,
            expires_at = case when a.expires_at <= $3 then excluded.expires_at else a.expires_at end
     returning count, expires_at`,
    [key_hash, until, ctx.now],
  )
  return row ?? { count: 1, expires_at: until }
}

export const deleteAttempts = (ctx: TxContext, key_hash: Buffer): void =>
  ctx.enqueue('delete from access.attempt where key_hash = $1', [key_hash])

export const insertSetupCode = (ctx: TxContext, code_hash: Buffer) =>
  tables(ctx).insertInto('access.setup_code').values({ code_hash, created_at: ctx.now }).execute()

export const deleteSetupCodes = (ctx: TxContext, code_hash?: Buffer) => {
  const query = tables(ctx).deleteFrom('access.setup_code')
  return (code_hash === undefined ? query : query.where('code_hash', '=', code_hash))
    .returning('code_hash')
    .execute()
}

/** What nobody can use any more. */
export async function deleteExpired(ctx: TxContext, idle_since: Date): Promise<void> {
  for (const table of ['session', 'invitation', 'recovery', 'attempt', 'close'] as const)
    ctx.enqueue(`delete from access.${table} where expires_at <= $1`, [ctx.now])
  ctx.enqueue(`delete from access.session where last_seen_at <= $1`, [idle_since])
}
