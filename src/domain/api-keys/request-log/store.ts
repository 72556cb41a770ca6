import type { Page } from '#contract'
import { minIdAt } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { createBindings, deleteSome } from '#platform/postgres/table'
import type { KnownCredential } from './diagnose.ts'
import { shortKeyDigest } from './key-digest.ts'
import { type RequestFilter, type RequestLogEntry, statusConditions } from './tables.ts'

export interface NewRequestLogEntry {
  account_id: string
  id: string
  at: string
  request_id: string
  method: string
  path: string
  status: number
  ms: number
  version: string | null
  token_id: string | null
  client_id: string | null
  reason: string | null
  errors: string[]
  query: string[]
  messages: string[]
  idempotency: string | null
  user_agent: string | null
  created_id: string | null
}

export interface NewTokenUsage {
  account_id: string
  token_id: string
  minute: string
  version: string
  requests: number
}

/**
 * Inserts the entries and usage counts of one second in one statement. All processes insert usage rows in
 * the same order, to avoid deadlocks.
 */
const insertBatchSql = `
  with line as (
    insert into access.request_log (account_id, id, at, request_id, method, path, status, ms, version,
                                    token_id, client_id, reason, errors, query, messages, idempotency,
                                    user_agent, created_id)
    select account_id, id, at, request_id, method, path, status, ms, version, token_id, client_id, reason, errors,
           query, messages, idempotency, user_agent, created_id
      from jsonb_to_recordset($1::jsonb) as l (account_id uuid, id uuid, at timestamptz, request_id uuid,
        method text, path text, status smallint, ms int, version text, token_id uuid, client_id uuid,
        reason text, errors text[], query text[], messages text[], idempotency text, user_agent text,
        created_id uuid)
  )
  insert into access.token_usage as u (account_id, token_id, minute, version, requests)
  select account_id, token_id, minute, version, requests
    from jsonb_to_recordset($2::jsonb) as l (account_id uuid, token_id uuid, minute timestamptz, version text, requests int)
   order by account_id, token_id, minute, version
  on conflict (account_id, token_id, minute, version) do update set requests = u.requests + excluded.requests`

export const insertBatch = (
  ctx: TxContext,
  entries: readonly NewRequestLogEntry[],
  uses: readonly NewTokenUsage[],
): void => ctx.enqueue(insertBatchSql, [JSON.stringify(entries), JSON.stringify(uses)])

const findCredentialsSql = `
  select encode(t.token_hash, 'hex') as digest, 'api_token' as kind, t.account_id, t.id as token_id,
         null::uuid as client_id, a.stage, a.region, a.tenant, t.expires_at as expired_at,
         t.expired_at as revoked_at, null::timestamptz as client_revoked_at, null::text as api_key
    from access.api_token t join access.account a on a.id = t.account_id where t.token_hash = any ($1)
  union all
  select encode(t.token_hash, 'hex'), t.kind, t.account_id, t.id, c.id, a.stage, a.region, a.tenant,
         t.expires_at, coalesce(t.revoked_at, g.revoked_at), c.revoked_at, encode(c.api_key_hash, 'hex')
    from access.oauth_token t
    join access.oauth_grant g on g.account_id = t.account_id and g.id = t.grant_id
    join access.oauth_client c on c.account_id = g.account_id and c.id = g.client_id
    join access.account a on a.id = t.account_id where t.token_hash = any ($1)
  union all
  select encode(c.api_key_hash, 'hex'), 'api_key', c.account_id, null, c.id, a.stage, a.region, a.tenant,
         null, null, c.revoked_at, encode(c.api_key_hash, 'hex')
    from access.oauth_client c join access.account a on a.id = c.account_id where c.api_key_hash = any ($1)`

/** Finds the credentials of these digests, whether valid or not. Requires a transaction for ALL_ACCOUNTS. */
export async function findCredentials(
  ctx: TxContext,
  digests: readonly string[],
): Promise<ReadonlyMap<string, KnownCredential>> {
  const rows = await ctx.query<KnownCredential>(findCredentialsSql, [
    digests.map((each) => Buffer.from(each, 'hex')),
  ])
  return new Map(rows.map((row) => [row.digest, row]))
}

const entryColumns = `r.id, r.at, r.request_id, r.method, r.path, r.status, r.ms, r.version, r.reason, r.errors, r.query, r.messages,
  r.idempotency, r.user_agent, r.created_id,
  r.token_id, r.client_id, t.name as token_name, t.last_four as token_last_four, c.name as client_name`

const entrySource = `access.request_log r
  left join access.api_token t on t.account_id = r.account_id and t.id = r.token_id
  left join access.oauth_client c on c.account_id = r.account_id and c.id = r.client_id`

/** Builds a separate statement for each combination of filters, so that each uses a suitable index. */
export function findPage(
  ctx: TxContext,
  filter: RequestFilter,
  { limit, after, order }: Page,
): Promise<RequestLogEntry[]> {
  const { bind, values } = createBindings(ctx.account_id)
  const where = ['r.account_id = $1']
  const { status, method, path, token_id, request_id, resource_id, idempotency_key } = filter
  if (status !== undefined) where.push(statusConditions[status])
  if (method !== undefined) where.push(`r.method = ${bind(method)}`)
  if (path !== undefined) where.push(`position(${bind(path)} in r.path) > 0`)
  if (token_id !== undefined) where.push(`r.token_id = ${bind(token_id)}`)
  if (request_id !== undefined) where.push(`r.request_id = ${bind(request_id)}`)
  if (resource_id !== undefined) {
    const id = bind(resource_id.toLowerCase())
    where.push(`(r.created_id = ${id}::uuid or position(${id}::text in r.path) > 0)`)
  }
  if (idempotency_key !== undefined)
    where.push(`r.idempotency = ${bind(shortKeyDigest(ctx.account_id, idempotency_key))}`)
  if (filter.since !== undefined) where.push(`r.id >= ${bind(minIdAt(filter.since))}`)
  if (filter.until !== undefined) where.push(`r.id < ${bind(minIdAt(filter.until))}`)
  if (after !== undefined) where.push(`r.id ${order === 'asc' ? '>' : '<'} ${bind(after)}`)
  return ctx.query<RequestLogEntry>(
    `select ${entryColumns} from ${entrySource} where ${where.join(' and ')} order by r.id ${order} limit ${limit}`,
    values,
  )
}

export const find = (ctx: TxContext, id: string): Promise<RequestLogEntry | undefined> =>
  ctx.queryFirst<RequestLogEntry>(
    `select ${entryColumns} from ${entrySource} where r.account_id = $1 and r.id = $2`,
    [ctx.account_id, id],
  )

const countCap = 1_000

/** Counts the requests after this one; 1,000 means at least 1,000. */
export const countNewRequests = (ctx: TxContext, id: string): Promise<number> =>
  ctx.queryCount(
    `select count(*) as count from (
       select from access.request_log where account_id = $1 and id > $2 limit ${countCap}) r`,
    [ctx.account_id, id],
  )

const purgeBatch = 20_000
const dayMs = 24 * 60 * 60 * 1000
const usageDays = 3

/**
 * Deletes entries of all accounts that are older than `days`, in a batch of limited size. Returns the
 * number of deleted entries.
 */
export async function purgeRequestLog(ctx: TxContext, days = 3): Promise<number> {
  const before = new Date(ctx.now.getTime() - days * dayMs)
  const usageBefore = new Date(ctx.now.getTime() - usageDays * dayMs)
  ctx.enqueue('delete from access.token_usage where minute < $1', [usageBefore])
  return deleteSome(ctx, 'access.request_log', purgeBatch, 'at < $1', [before])
}

export interface TokenUsageRow {
  token_id: string
  version: string
  requests: number
  last_minute: Date
}

export const findUsageSince = (ctx: TxContext, since: Date): Promise<TokenUsageRow[]> =>
  ctx.query<TokenUsageRow>(
    `select token_id, version, sum(requests)::int as requests, max(minute) as last_minute
       from access.token_usage where account_id = $1 and minute > $2 group by 1, 2 order by 3 desc`,
    [ctx.account_id, since],
  )

export const findTraffic = (
  ctx: TxContext,
  ids: readonly string[],
  since: Date,
): Promise<{ token_id: string; minute: Date; requests: number }[]> =>
  ctx.query(
    `select token_id, minute, sum(requests)::int as requests from access.token_usage
      where account_id = $1 and token_id = any ($2) and minute >= $3 group by 1, 2 order by 1, 2`,
    [ctx.account_id, ids, since],
  )
