import type { Permission } from '#contract/permissions'
import {
  ALL_ACCOUNTS,
  type Database,
  readWithoutTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { deleteRows, insertRow, insertRows, updateRows } from '#platform/postgres/table'
import { permissionsOf } from '../roles/permissions.ts'
import { isFreshSql, missingFactorSql, needsSingleSignOnSql } from './membership-store.ts'
import type {
  BackupCodeRow,
  PasskeyRow,
  PasswordResetRow,
  Restriction,
  Session,
  SessionRow,
  SessionUser,
  SignInMethod,
} from './tables.ts'

type FoundUser = Omit<SessionUser, 'permissions' | 'restriction'> & {
  last_seen_at: Date
  /** The second factor that the session lacks for the account. */
  missing_factor: Restriction | null
  allowed_networks: string[]
  role_permissions: Permission[] | null
}

/** The conditions for a session of a request. */
export interface SessionFilter {
  idle_since: Date
  now: Date
  stage: string
  region: string
  /** The account that the request names. */
  account_id?: string | undefined
}

export const insertSession = (ctx: TxContext, session: SessionRow): Promise<void> =>
  insertRow(ctx, 'access.session', session)

/**
 * Returns whether a person with a session may enter an account. If the account requires its provider, members enter with
 * a session of that provider only. Such a session is for its account only, because an admin of the account chose the
 * provider. An operator never has one. Suspended accounts and members wait, and the policy of the account limits the age.
 */
const mayEnter = `
  p.id = u.person_id and a.suspended_at is null and u.suspended_at is null and ${isFreshSql('$3')}
  and case when s.method = 'single_sign_on' then a.id = s.account_id and not p.is_operator
           else ${needsSingleSignOnSql} is not true end`

/**
 * Returns the user of a token with a valid session, in the account that the request is for. Without one, this is the
 * default account of the session, or another that the person may enter.
 */
export async function findSessionUser(
  db: Database,
  token_hash: Buffer,
  { idle_since, now, stage, region, account_id }: SessionFilter,
): Promise<(FoundUser & Pick<SessionUser, 'permissions'>) | undefined> {
  const [row] = await readWithoutTransaction<FoundUser>(
    db,
    ALL_ACCOUNTS,
    `select s.id as session_id, s.person_id, a.id as account_id, u.id as user_id, s.last_seen_at, s.method, s.confirmed_at,
            u.name, u.email, u.role, r.name as role_name, r.permissions as role_permissions, p.is_operator, p.totp_enabled_at is not null as has_totp,
            a.name as account_name, a.tier, a.stage, a.region, a.allowed_networks, ${missingFactorSql} as missing_factor,
            (extract(epoch from a.clock_offset) * 1000)::float8 as clock_offset_ms
       from access.session s
       join access.person p on p.id = s.person_id
       join access.user u on u.person_id = s.person_id
       join access.account a on a.id = u.account_id
       left join access.role r on r.account_id = u.account_id and r.id = u.custom_role_id
      where opened.account_id = '*' and s.token_hash = $2 and s.expires_at > $3
        and s.last_seen_at > $4 and a.stage = $5 and a.region = $6 and ($7::uuid is null or a.id = $7) and ${mayEnter}
      order by (a.id = s.account_id) desc, u.last_seen_at desc nulls last limit 1`,
    [token_hash, now, idle_since, stage, region, account_id ?? null],
  )
  if (row === undefined) return undefined
  return { ...row, permissions: permissionsOf(row.role, row.role_permissions) }
}

/** Updates the time when a session was last used. Skips rows that another transaction is updating. */
export function updateLastSeen(ctx: TxContext, session_id: string, user_id: string): void {
  ctx.enqueue(
    `with seen as (
       update access.session set last_seen_at = $2, longest_pause = greatest(longest_pause, $2 - last_seen_at) where id in (
         select id from access.session where id = $1 for no key update skip locked))
     update access.user set last_seen_at = $2 where id in (
       select id from access.user where id = $3 for no key update skip locked)`,
    [session_id, ctx.now, user_id],
  )
}

/** Notes that a session sets up the first second factor of its person. Has no effect if the person has one. */
export const markNewFactor = (
  ctx: TxContext,
  { session_id, person_id }: Pick<SessionUser, 'session_id' | 'person_id'>,
): void =>
  ctx.enqueue(
    `update access.session s set has_new_factor = true from access.person p
      where s.id = $1 and p.id = $2 and p.totp_enabled_at is null
        and not exists (select from access.passkey k where k.person_id = p.id)`,
    [session_id, person_id],
  )

/** Returns the second factor that a session lacks for an account, or for any account of its person without one. */
export const findMissingFactor = (
  ctx: TxContext,
  session_id: string,
  account_id?: string,
): Promise<Restriction | undefined> =>
  ctx.queryValue<Restriction>(
    `select m.factor from access.session s join access.person p on p.id = s.person_id
       join access.user u on u.person_id = p.id join access.account a on a.id = u.account_id
      cross join lateral (select ${missingFactorSql} as factor) m
      where s.id = $1 and ($2::uuid is null or a.id = $2) and m.factor is not null limit 1`,
    [session_id, account_id ?? null],
  )

export const listSessions = (
  ctx: TxContext,
  person_id: string,
  idle_since: Date,
): Promise<Session[]> =>
  ctx.query<Session>(
    `select id, method, address, user_agent, created_at, last_seen_at, expires_at from access.session
      where person_id = $1 and expires_at > $2 and last_seen_at > $3
      order by last_seen_at desc`,
    [person_id, ctx.now, idle_since],
  )

/** Deletes sessions of a person. Returns the number of ended sessions. */
export const deleteSessions = (
  ctx: TxContext,
  filter: { person_id: string; id?: string | undefined; exceptId?: string | undefined },
): Promise<number> =>
  ctx.countRows(
    `delete from access.session
      where person_id = $1 and ($2::uuid is null or id = $2) and id is distinct from $3::uuid returning true`,
    [filter.person_id, filter.id ?? null, filter.exceptId ?? null],
  )

/**
 * Ends the passwords and passkeys that the provider of an account could have set for the person, and the sessions that they
 * can have started. A password that the person has just entered stays.
 */
export const endSignInByProvider = (
  ctx: TxContext,
  person_id: string,
  { id = null, method }: { id?: string | null; method?: SignInMethod },
): void =>
  ctx.enqueue(
    `with keys as (
       delete from access.passkey where person_id = $1 and by_single_sign_on returning 1),
     passwords as (
       update access.person set password_hash = null, password_by_single_sign_on = false
        where id = $1 and password_by_single_sign_on and not $3 returning 1)
     delete from access.session
      where person_id = $1 and method <> 'single_sign_on' and id is distinct from $2::uuid
        and (exists (select from keys) or exists (select from passwords))`,
    [person_id, id, method === 'password' || method === 'password_and_code'],
  )

/** Makes an account the default of a session. */
export const updateSessionAccount = (ctx: TxContext, id: string, account_id: string) =>
  updateRows(ctx, 'access.session', { id }, { account_id })

export const insertBackupCodes = (ctx: TxContext, rows: readonly BackupCodeRow[]) =>
  insertRows(ctx, 'access.backup_code', rows)

/** Deletes one backup code or all backup codes of a person. Returns the number of deleted codes. */
export const deleteBackupCodes = (
  ctx: TxContext,
  person_id: string,
  code_hash?: Buffer,
): Promise<number> =>
  deleteRows(ctx, 'access.backup_code', { person_id, ...(code_hash && { code_hash }) })

export const countBackupCodes = (ctx: TxContext, person_id: string): Promise<number> =>
  ctx.queryCount('select count(*) from access.backup_code where person_id = $1', [person_id])

export const insertPasskey = (ctx: TxContext, passkey: PasskeyRow): Promise<void> =>
  insertRow(ctx, 'access.passkey', passkey)

export const listPasskeys = (ctx: TxContext, person_id: string) =>
  ctx.query<PasskeyRow>('select * from access.passkey where person_id = $1 order by id', [
    person_id,
  ])

export const findPasskey = (ctx: TxContext, credential_id: string) =>
  ctx.queryFirst<PasskeyRow>('select * from access.passkey where credential_id = $1 for update', [
    credential_id,
  ])

export const recordPasskeyUse = (ctx: TxContext, id: string, counter: number) =>
  updateRows(ctx, 'access.passkey', { id }, { counter, last_used_at: ctx.now })

export const deletePasskey = (ctx: TxContext, person_id: string, id: string) =>
  ctx.queryFirst<{ id: string; name: string }>(
    'delete from access.passkey where person_id = $1 and id = $2 returning id, name',
    [person_id, id],
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

/** Deletes a valid link, so that each link works only once, and returns its person. */
export const consumePasswordReset = (ctx: TxContext, token_hash: Buffer) =>
  ctx.queryValue<string>(
    `delete from access.password_reset where token_hash = $1 and expires_at > $2 returning person_id`,
    [token_hash, ctx.now],
  )

export const deletePasswordResets = (ctx: TxContext, person_id: string) =>
  deleteRows(ctx, 'access.password_reset', { person_id })

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
