import type { TxContext } from '#platform/postgres/database'
import { deleteRows, insertRow, updateRows } from '#platform/postgres/table'
import type { ProviderRow, SignOnRequestRow } from './tables.ts'

const providerSelect = 'select * from access.single_sign_on_provider where account_id = $1'

export const findProvider = (ctx: TxContext): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>(providerSelect, [ctx.account_id])

/** Locks the row, so that its values do not change until the commit. */
export const findProviderForUpdate = (ctx: TxContext): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>(`${providerSelect} for update`, [ctx.account_id])

export const insertProvider = (ctx: TxContext, row: ProviderRow): Promise<void> =>
  insertRow(ctx, 'access.single_sign_on_provider', row)

export const updateProvider = (ctx: TxContext, change: Partial<ProviderRow>) =>
  updateRows(ctx, 'access.single_sign_on_provider', { account_id: ctx.account_id }, change)

export const deleteProvider = (ctx: TxContext) =>
  deleteRows(ctx, 'access.single_sign_on_provider', { account_id: ctx.account_id })

/**
 * Returns the provider of the account of the person who signs in with this address, of several the one with the most recent
 * visit. An address that no one proved, such as one that an account knows a user by, leads to no provider, unless the
 * installation has no other account. Requires ALL_ACCOUNTS.
 */
export const findProviderByEmail = (
  ctx: TxContext,
  { email_key, account_id }: { email_key: string; account_id?: string | undefined },
): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>(
    `select o.* from access.user u
       join access.person p on p.id = u.person_id
       join access.account a on a.id = u.account_id
       join access.single_sign_on_provider o on o.account_id = u.account_id
      where not p.is_operator and a.stage = $2 and a.region = $3
        and (p.email_key = $1 and p.email_proven_at is not null or u.email_key = $1 and not exists (
              select from access.account b where b.stage = $2 and b.region = $3 and b.id <> a.id))
        and ($4::text is null or a.id::text = $4)
      order by u.last_seen_at desc nulls last limit 1`,
    [email_key, ctx.deployment.stage, ctx.deployment.region, account_id ?? null],
  )

/** Ends the sessions that the provider has authenticated, except one if given. */
export const deleteProviderSessions = (ctx: TxContext, exceptId?: string): Promise<number> =>
  ctx.countRows(
    `delete from access.session
      where account_id = $1 and method = 'single_sign_on' and id is distinct from $2::uuid returning 1`,
    [ctx.account_id, exceptId ?? null],
  )

/**
 * Ends the sessions that the requirement no longer allows. Returns how many. Sessions of persons with other accounts
 * continue there, and no longer enter this account.
 */
export const deleteLocalSessions = (ctx: TxContext): Promise<number> =>
  ctx.countRows(
    `delete from access.session s using access.user u, access.person p
      where u.account_id = $1 and u.role <> 'admin' and p.id = u.person_id and not p.is_operator
        and s.person_id = p.id and s.method <> 'single_sign_on'
        and not access.is_user_elsewhere(p.id, $1) returning 1`,
    [ctx.account_id],
  )

/** Returns whether the session has ended since the authorization request, or records the confirmation. */
export async function confirmSession(
  ctx: TxContext,
  { user_id, session_id }: { user_id: string; session_id: string },
): Promise<boolean> {
  const rows = await ctx.query(
    `update access.session s set confirmed_at = $4 from access.user u
      where s.account_id = $1 and u.account_id = $1 and u.id = $2 and s.person_id = u.person_id and s.id = $3
        and s.method = 'single_sign_on' returning 1`,
    [ctx.account_id, user_id, session_id, ctx.now],
  )
  return rows.length === 1
}

export const insertRequest = (ctx: TxContext, row: SignOnRequestRow): Promise<void> =>
  insertRow(ctx, 'access.single_sign_on_request', row)

/** Deletes and returns the request of a browser, so that its state works only once. */
export const consumeRequest = (
  ctx: TxContext,
  key: Pick<SignOnRequestRow, 'account_id' | 'state_hash' | 'browser_hash'>,
): Promise<SignOnRequestRow | undefined> =>
  ctx.queryFirst<SignOnRequestRow>(
    `delete from access.single_sign_on_request
      where account_id = $1 and state_hash = $2 and browser_hash = $3 returning *`,
    [key.account_id, key.state_hash, key.browser_hash],
  )

export const deleteRequests = (ctx: TxContext): void =>
  ctx.enqueue('delete from access.single_sign_on_request where account_id = $1', [ctx.account_id])

export const findIdentity = (
  ctx: TxContext,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<{ user_id: string } | undefined> =>
  ctx.queryFirst<{ user_id: string }>(
    `select user_id from access.single_sign_on_identity
      where account_id = $1 and issuer = $2 and subject = $3`,
    [ctx.account_id, issuer, subject],
  )

export const hasIdentity = (ctx: TxContext, user_id: string): Promise<boolean> =>
  ctx.hasRows(
    'select 1 from access.single_sign_on_identity where account_id = $1 and user_id = $2',
    [ctx.account_id, user_id],
  )

/** Links the subject to the user. Returns false if one of them is linked already. */
export async function insertIdentity(
  ctx: TxContext,
  { user_id, issuer, subject }: { user_id: string; issuer: string; subject: string },
): Promise<boolean> {
  const rows = await ctx.query(
    `insert into access.single_sign_on_identity (account_id, user_id, issuer, subject, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
    [ctx.account_id, user_id, issuer, subject, ctx.now],
  )
  return rows.length === 1
}

/** Deletes the link of one user, or all links of the account. Returns how many. */
export const deleteIdentities = (ctx: TxContext, user_id?: string): Promise<number> =>
  ctx.countRows(
    `delete from access.single_sign_on_identity
      where account_id = $1 and ($2::uuid is null or user_id = $2) returning 1`,
    [ctx.account_id, user_id ?? null],
  )

export const countIdentities = (ctx: TxContext): Promise<number> =>
  ctx.queryCount(
    'select count(*)::int as count from access.single_sign_on_identity where account_id = $1',
    [ctx.account_id],
  )
