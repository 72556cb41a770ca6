import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { deleteRows, insertRow, insertRows, updateRows } from '#platform/postgres/table'
import { maxUsersOfAddress } from './address-constraints.ts'
import type {
  BackupCodeRow,
  PasskeyRow,
  PasswordResetRow,
  Session,
  SessionRow,
  SessionUser,
  SignInUserRow,
} from './tables.ts'

export const insertSession = (ctx: TxContext, session: SessionRow): Promise<void> =>
  insertRow(ctx, 'access.session', session)

/**
 * Returns the user of a token with a valid session. If the account requires its provider, other sessions of
 * members are invalid. An operator never has a session from a provider. The sessions of a suspended account wait.
 */
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
        and not (p.is_operator and s.method = 'single_sign_on') and a.suspended_at is null`,
    [token_hash, now, idle_since, stage, region],
  )
  return row
}

/** Updates the time when a session was last used. Skips rows that another transaction is updating. */
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
  ctx.query<Session>(
    `select id, method, address, user_agent, created_at, last_seen_at, expires_at from access.session
      where account_id = $1 and user_id = $2 and expires_at > $3 and last_seen_at > $4
      order by last_seen_at desc`,
    [ctx.account_id, user_id, ctx.now, idle_since],
  )

/** Deletes sessions of a user. Returns the number of ended sessions. */
export const deleteSessions = (
  ctx: TxContext,
  filter: { user_id: string; id?: string | undefined; exceptId?: string | undefined },
): Promise<number> =>
  ctx.countRows(
    `delete from access.session
      where account_id = $1 and user_id = $2 and ($3::uuid is null or id = $3) and id is distinct from $4::uuid
      returning true`,
    [ctx.account_id, filter.user_id, filter.id ?? null, filter.exceptId ?? null],
  )

/**
 * Finds the users with this email address. If no one has proved the address, users of several accounts can
 * have it. A user who proved it comes first.
 */
export const findUsersByEmail = (ctx: TxContext, email_key: string) =>
  ctx.query<SignInUserRow>(
    `select * from access.user where email_key = $1 and removed_at is null
      order by email_proven_at nulls last, id limit $2`,
    [email_key, maxUsersOfAddress],
  )

/**
 * Records that a user proved to read the mail of the address. Has no effect if another user has already
 * proved it.
 */
export const markEmailProven = (ctx: TxContext, account_id: string, id: string): void =>
  ctx.enqueue(
    `update access.user u set email_proven_at = $3
      where account_id = $1 and id = $2 and email_proven_at is null and not exists (
        select from access.user o where o.email_key = u.email_key and o.email_proven_at is not null)`,
    [account_id, id, ctx.now],
  )

const userSelect =
  'select * from access.user where account_id = $1 and id = $2 and removed_at is null'

export const findUser = (ctx: TxContext, account_id: string, id: string) =>
  ctx.queryFirst<SignInUserRow>(userSelect, [account_id, id])

/** Finds a user and locks the row, so that its values do not change before the commit. */
export const findUserForUpdate = (ctx: TxContext, account_id: string, id: string) =>
  ctx.queryFirst<SignInUserRow>(`${userSelect} for update`, [account_id, id])

export const updateUser = (
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  change: Partial<SignInUserRow>,
) => updateRows(ctx, 'access.user', { account_id, id }, change)

export const insertBackupCodes = (ctx: TxContext, rows: readonly BackupCodeRow[]) =>
  insertRows(ctx, 'access.backup_code', rows)

/** Deletes one backup code or all backup codes. Returns the number of deleted codes. */
export const deleteBackupCodes = (
  ctx: TxContext,
  { account_id, id }: { account_id: string; id: string },
  code_hash?: Buffer,
): Promise<number> =>
  deleteRows(ctx, 'access.backup_code', {
    ...{ account_id, user_id: id },
    ...(code_hash && { code_hash }),
  })

export const countBackupCodes = (ctx: TxContext, user_id: string): Promise<number> =>
  ctx.queryCount(`select count(*) from access.backup_code where account_id = $1 and user_id = $2`, [
    ctx.account_id,
    user_id,
  ])

export const insertPasskey = (ctx: TxContext, passkey: PasskeyRow): Promise<void> =>
  insertRow(ctx, 'access.passkey', passkey)

export const listPasskeys = (ctx: TxContext, user_id: string) =>
  ctx.query<PasskeyRow>(
    'select * from access.passkey where account_id = $1 and user_id = $2 order by id',
    [ctx.account_id, user_id],
  )

export const findPasskey = (ctx: TxContext, credential_id: string) =>
  ctx.queryFirst<PasskeyRow>('select * from access.passkey where credential_id = $1 for update', [
    credential_id,
  ])

export const recordPasskeyUse = (ctx: TxContext, id: string, counter: number) =>
  updateRows(ctx, 'access.passkey', { id }, { counter, last_used_at: ctx.now })

export const deletePasskey = (ctx: TxContext, user_id: string, id: string) =>
  ctx.queryFirst<{ id: string; name: string }>(
    'delete from access.passkey where account_id = $1 and user_id = $2 and id = $3 returning id, name',
    [ctx.account_id, user_id, id],
  )

export const insertPasswordReset = (ctx: TxContext, row: PasswordResetRow): Promise<void> =>
  insertRow(ctx, 'access.password_reset', row)

/** Returns whether the link is valid, without using it up. */
export const isValidPasswordReset = (ctx: TxContext, token_hash: Buffer): Promise<boolean> =>
  ctx.hasRows('select from access.password_reset where token_hash = $1 and expires_at > $2', [
    token_hash,
    ctx.now,
  ])

export const isSetupCode = (ctx: TxContext, code_hash: Buffer): Promise<boolean> =>
  ctx.hasRows('select from access.setup_code where code_hash = $1', [code_hash])

/** Deletes and returns the row of a valid link, so that each link works only once. */
export const consumePasswordReset = (ctx: TxContext, token_hash: Buffer) =>
  ctx.queryFirst<{ account_id: string; user_id: string }>(
    `delete from access.password_reset where token_hash = $1 and expires_at > $2
      returning account_id, user_id`,
    [token_hash, ctx.now],
  )

export const deletePasswordResets = (ctx: TxContext, account_id: string, user_id: string) =>
  deleteRows(ctx, 'access.password_reset', { account_id, user_id })

/** Marks a proof of sign-in as used. Returns false if it was already used. */
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
  insertRow(ctx, 'access.setup_code', { code_hash, created_at: ctx.now })

/** Deletes one setup code or all setup codes. */
export const deleteSetupCodes = (ctx: TxContext, code_hash?: Buffer) =>
  ctx.query<{ code_hash: Buffer }>(
    'delete from access.setup_code where $1::bytea is null or code_hash = $1 returning code_hash',
    [code_hash ?? null],
  )

/** Deletes expired sessions, links, codes and attempts. */
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
