import type { TxContext } from '#platform/postgres/database'
import { deleteRows, insertRow, updateRows } from '#platform/postgres/table'
import type { ListedProvider, ProviderRow, SignOnRequestRow } from './tables.ts'

const providerSelect = 'select * from access.single_sign_on_provider where account_id = $1'
const providerOrder = 'order by created_at, id'

export const listProviders = (ctx: TxContext): Promise<ProviderRow[]> =>
  ctx.query<ProviderRow>(`${providerSelect} ${providerOrder}`, [ctx.account_id])

export const listWithMembers = (ctx: TxContext): Promise<ListedProvider[]> =>
  ctx.query<ListedProvider>(
    `select o.*, (select count(*)::int from access.single_sign_on_identity i
                   where i.account_id = o.account_id and i.provider_id = o.id) as members
       from access.single_sign_on_provider o where o.account_id = $1 ${providerOrder}`,
    [ctx.account_id],
  )

export const findProvider = (ctx: TxContext, id: string): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>(`${providerSelect} and id = $2`, [ctx.account_id, id])

/** Locks the row, so that its values do not change until the commit. */
export const findProviderForUpdate = (
  ctx: TxContext,
  id: string,
): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>(`${providerSelect} and id = $2 for update`, [ctx.account_id, id])

/** Returns the provider of the account that was first ready to sign members in. */
export const findFirstProvider = (ctx: TxContext): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>(`${providerSelect} and state is not null ${providerOrder} limit 1`, [
    ctx.account_id,
  ])

/** Returns the provider that has authenticated a session. */
export const findProviderOfSession = (
  ctx: TxContext,
  session_id: string,
): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>(
    `${providerSelect} and id = (select provider_id from access.session where id = $2)`,
    [ctx.account_id, session_id],
  )

/** Finds the provider of an address of responses. Requires ALL_ACCOUNTS. */
export const findProviderByPath = (
  ctx: TxContext,
  path_id: string,
): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>('select * from access.single_sign_on_provider where path_id = $1', [
    path_id,
  ])

export const insertProvider = (ctx: TxContext, row: ProviderRow): Promise<void> =>
  insertRow(ctx, 'access.single_sign_on_provider', row)

export const updateProvider = (ctx: TxContext, id: string, change: Partial<ProviderRow>) =>
  updateRows(ctx, 'access.single_sign_on_provider', { account_id: ctx.account_id, id }, change)

export const deleteProvider = (ctx: TxContext, id: string) =>
  deleteRows(ctx, 'access.single_sign_on_provider', { account_id: ctx.account_id, id })

export const liftRequirement = (ctx: TxContext): Promise<number> =>
  updateRows(
    ctx,
    'access.single_sign_on_provider',
    { account_id: ctx.account_id, is_required: true },
    { is_required: false, updated_at: ctx.now },
  )

/**
 * Returns the provider of the account of the person who signs in with this address: of several accounts the one with the most
 * recent visit, of several providers the one that the person has used, otherwise the first. An address that no one proved,
 * such as one that an account knows a user by, leads to no provider, unless the installation has no other account. Requires
 * ALL_ACCOUNTS.
 */
export const findProviderByEmail = (
  ctx: TxContext,
  { email_key, account_id }: { email_key: string; account_id?: string | undefined },
): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>(
    `select o.* from access.user u
       join access.person p on p.id = u.person_id
       join access.account a on a.id = u.account_id
       join access.single_sign_on_provider o on o.account_id = u.account_id and o.state is not null
       left join access.single_sign_on_identity i
         on i.account_id = o.account_id and i.provider_id = o.id and i.user_id = u.id
      where not p.is_operator and a.stage = $2 and a.region = $3
        and (p.email_key = $1 and p.email_proven_at is not null or u.email_key = $1 and not exists (
              select from access.account b where b.stage = $2 and b.region = $3 and b.id <> a.id))
        and ($4::text is null or a.id::text = $4)
      order by u.last_seen_at desc nulls last, i.user_id is null, o.created_at, o.id limit 1`,
    [email_key, ctx.deployment.stage, ctx.deployment.region, account_id ?? null],
  )

/**
 * Returns the first provider of the account that has proven a domain, if it admits people with addresses of the domain.
 * Requires ALL_ACCOUNTS.
 */
export const findProviderByDomain = (
  ctx: TxContext,
  { domain, account_id }: { domain: string; account_id?: string | undefined },
): Promise<ProviderRow | undefined> =>
  ctx.queryFirst<ProviderRow>(
    `select o.* from access.single_sign_on_provider o join access.account a on a.id = o.account_id
      where a.id = (select access.account_of_domain(array[$1])) and a.stage = $2 and a.region = $3 and a.suspended_at is null
        and o.state is not null and o.admits_new and ($4::text is null or a.id::text = $4)
      order by o.created_at, o.id limit 1`,
    [domain, ctx.deployment.stage, ctx.deployment.region, account_id ?? null],
  )

/** Ends the sessions that a provider has authenticated, except one if given. */
export const deleteProviderSessions = (
  ctx: TxContext,
  provider_id: string,
  exceptId: string,
): Promise<number> =>
  ctx.countRows(
    `delete from access.session
      where account_id = $1 and provider_id = $2 and id is distinct from $3::uuid returning 1`,
    [ctx.account_id, provider_id, exceptId],
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
  key: Pick<SignOnRequestRow, 'provider_id' | 'state_hash' | 'browser_hash'>,
): Promise<SignOnRequestRow | undefined> =>
  ctx.queryFirst<SignOnRequestRow>(
    `delete from access.single_sign_on_request
      where account_id = $1 and provider_id = $2 and state_hash = $3 and browser_hash = $4 returning *`,
    [ctx.account_id, key.provider_id, key.state_hash, key.browser_hash],
  )

export const deleteRequests = (ctx: TxContext, provider_id: string): void =>
  ctx.enqueue(
    'delete from access.single_sign_on_request where account_id = $1 and provider_id = $2',
    [ctx.account_id, provider_id],
  )

/** The subject of a person at a provider. */
interface SubjectKey {
  provider_id: string
  subject: string
}

export const findIdentity = (
  ctx: TxContext,
  { provider_id, subject }: SubjectKey,
): Promise<{ user_id: string } | undefined> =>
  ctx.queryFirst<{ user_id: string }>(
    `select user_id from access.single_sign_on_identity
      where account_id = $1 and provider_id = $2 and subject = $3`,
    [ctx.account_id, provider_id, subject],
  )

export const hasIdentity = (ctx: TxContext, provider_id: string, user_id: string) =>
  ctx.hasRows(
    `select 1 from access.single_sign_on_identity
      where account_id = $1 and provider_id = $2 and user_id = $3`,
    [ctx.account_id, provider_id, user_id],
  )

/** Links the subject to the user. Returns false if one of them is linked already. */
export async function insertIdentity(
  ctx: TxContext,
  { user_id, provider_id, subject }: SubjectKey & { user_id: string },
): Promise<boolean> {
  const rows = await ctx.query(
    `insert into access.single_sign_on_identity (account_id, provider_id, user_id, subject, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning 1`,
    [ctx.account_id, provider_id, user_id, subject, ctx.now],
  )
  return rows.length === 1
}

/** Deletes the links of a user or of a provider. Returns how many. */
export const deleteIdentities = (
  ctx: TxContext,
  key: { user_id: string } | { provider_id: string },
): Promise<number> =>
  deleteRows(ctx, 'access.single_sign_on_identity', { account_id: ctx.account_id, ...key })

/** Ends sessions that the provider has authenticated: of its session, of a subject, or both. Returns their users. */
export const endSessions = (
  ctx: TxContext,
  provider_id: string,
  { subject, session }: { subject: string | undefined; session: string | undefined },
): Promise<{ id: string; name: string }[]> =>
  ctx.query(
    `with ended as (
       delete from access.session s using access.user u, access.single_sign_on_identity i
        where s.account_id = $1 and s.provider_id = $2 and ($4::text is null or s.provider_session = $4)
          and u.account_id = $1 and u.person_id = s.person_id
          and i.account_id = $1 and i.provider_id = $2 and i.user_id = u.id and ($3::text is null or i.subject = $3)
       returning u.id, u.name)
     select distinct id, name from ended`,
    [ctx.account_id, provider_id, subject ?? null, session ?? null],
  )
