import type { TxContext } from '#platform/postgres/database'
import { insertRow, updateRows } from '#platform/postgres/table'
import { maxPersonsOfAddress } from './address-constraints.ts'
import type { Membership, PersonRow, Suspension } from './tables.ts'

/**
 * SQL for whether a person needs the identity provider of an account to enter it, for the tables `a`, `u` and `p` of
 * account, user and person. Admins and operators always may sign in without it, so that its failure locks no account.
 */
export const needsSingleSignOnSql = `(
  u.role <> 'admin' and not p.is_operator and exists (
    select from access.single_sign_on_provider o where o.account_id = a.id and o.is_required))`

/**
 * Builds the SQL for whether the policy of an account still lets a session in, for the tables `a` and `s` and the parameter of
 * the present time. Another account of the person can renew the session, but does not shorten the pause that it has had.
 */
export const isFreshSql = (now: string): string => `(
  (a.session_minutes is null or s.created_at > ${now}::timestamptz - a.session_minutes * interval '1 minute')
  and (a.idle_minutes is null
       or greatest(s.longest_pause, ${now}::timestamptz - s.last_seen_at) <= a.idle_minutes * interval '1 minute'))`

/**
 * SQL for the second factor that a session lacks in an account, for the tables `a`, `s` and `p`. A provider of single sign-on
 * answers for its own sign-ins.
 */
export const missingFactorSql = `
  case when not a.requires_second_factor or s.method = 'single_sign_on' then null
       when p.totp_enabled_at is null and not exists (select from access.passkey k where k.person_id = p.id)
         then 'set_up_second_factor'
       when s.method not in ('password_and_code', 'passkey') and not s.has_new_factor then 'use_second_factor' end`

const suspensionSql = `case when a.suspended_at is not null then 'account' when u.suspended_at is not null then 'member' end`

/** Returns whether the account of a user is suspended, or the user in it. */
export const findSuspension = (
  ctx: TxContext,
  { account_id, user_id }: { account_id: string; user_id: string },
): Promise<Suspension | null | undefined> =>
  ctx.queryValue<Suspension | null>(
    `select ${suspensionSql} from access.account a join access.user u on u.account_id = a.id where a.id = $1 and u.id = $2`,
    [account_id, user_id],
  )

export const insertPerson = (ctx: TxContext, person: PersonRow): Promise<void> =>
  insertRow(ctx, 'access.person', person)

/** Returns the person who has proven the address, in any account. */
export const findPersonOfAddress = (
  ctx: TxContext,
  email_key: string,
): Promise<string | undefined> =>
  ctx.queryValue<string>('select access.person_of_address($1)', [email_key])

/**
 * Finds the persons with this email address. If no one has proved the address, several can have it. The person who proved
 * it comes first.
 */
export const findPersonsByEmail = (ctx: TxContext, email_key: string): Promise<PersonRow[]> =>
  ctx.query<PersonRow>(
    `select * from access.person where email_key = $1 order by email_proven_at nulls last, id limit $2`,
    [email_key, maxPersonsOfAddress],
  )

/** Returns the address of a person with which no one else signs in. */
export const findOwnAddress = (ctx: TxContext, person_id: string): Promise<string | undefined> =>
  ctx.queryValue<string>(
    `select p.email from access.person p
      where p.id = $1 and (p.email_proven_at is not null or not exists (
        select from access.person o where o.email_key = p.email_key and o.id <> p.id))`,
    [person_id],
  )

/**
 * Records that a person proved to read the mail of the address. Has no effect if another person has already
 * proved it.
 */
export const markEmailProven = (ctx: TxContext, id: string): void =>
  ctx.enqueue(
    `update access.person set email_proven_at = $2
      where id = $1 and email_proven_at is null and access.person_of_address(email_key) is null`,
    [id, ctx.now],
  )

export const findPerson = (ctx: TxContext, id: string): Promise<PersonRow | undefined> =>
  ctx.queryFirst<PersonRow>('select * from access.person where id = $1', [id])

/** Finds a person and locks the row, so that its values do not change before the commit. */
export const lockPerson = (ctx: TxContext, id: string): Promise<PersonRow | undefined> =>
  ctx.queryFirst<PersonRow>('select * from access.person where id = $1 for update', [id])

export const updatePerson = (
  ctx: TxContext,
  id: string,
  change: Partial<PersonRow>,
): Promise<number> => updateRows(ctx, 'access.person', { id }, change)

/** Changes the address of a person in every account. Requires ALL_ACCOUNTS. */
export const updateUsersOfPerson = (
  ctx: TxContext,
  person_id: string,
  change: { email: string; email_key: string },
): Promise<number> => updateRows(ctx, 'access.user', { person_id }, change)

/**
 * Returns the accounts of a person in this stage and region, the one with the most recent visit first, for this session if
 * given. Requires ALL_ACCOUNTS.
 */
export const listMemberships = (
  ctx: TxContext,
  person_id: string,
  session_id?: string,
): Promise<Membership[]> =>
  ctx.query<Membership>(
    `select a.id as account_id, a.name as account_name, u.id as user_id, u.name, u.email, u.role, r.name as role_name,
            ${suspensionSql} as suspension, ${needsSingleSignOnSql} as needs_single_sign_on,
            s.id is not null and not ${isFreshSql('$5')} as needs_new_session, a.requires_second_factor, a.allowed_networks
       from access.user u
       join access.person p on p.id = u.person_id
       join access.account a on a.id = u.account_id
       left join access.role r on r.account_id = u.account_id and r.id = u.custom_role_id
       left join access.session s on s.id = $4
      where u.person_id = $1 and a.stage = $2 and a.region = $3
      order by u.last_seen_at desc nulls last, u.id desc`,
    [person_id, ctx.deployment.stage, ctx.deployment.region, session_id ?? null, ctx.now],
  )
