import { ALL_ACCOUNTS, type TxContext } from '#platform/postgres/database'
import type { Endpoint } from '../events/tables.ts'

export const columns = `account_id, id, url, connection_id, description, events, receives_attention, payload_version, enabled, standard_webhooks,
  previous_until, signing_error, header_names, max_per_second, filter, ordered, public_key, previous_public_key, previous_key_until,
  ca_subject, ca_expires_at, client_certificate_subject, client_certificate_expires_at, created_at, updated_at`

/** Returns the account by which a query filters: that of the transaction. Null selects all accounts. */
export const accountFilter = (ctx: TxContext) =>
  ctx.account_id === ALL_ACCOUNTS ? null : ctx.account_id

export const inScopeSql = 'deleted_at is null and ($1::uuid is null or account_id = $1)'

type NewEndpoint = Pick<
  Endpoint,
  | 'account_id'
  | 'id'
  | 'url'
  | 'connection_id'
  | 'description'
  | 'events'
  | 'receives_attention'
  | 'payload_version'
  | 'enabled'
  | 'standard_webhooks'
>

export const insert = (
  ctx: TxContext,
  endpoint: NewEndpoint,
  secret: Buffer,
): Promise<Endpoint | undefined> =>
  ctx.queryFirst<Endpoint>(
    `insert into webhooks.endpoint (account_id, id, url, description, events, payload_version, enabled,
       standard_webhooks, config_version, secret, created_at, updated_at, receives_attention, connection_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $10, $11, $12) returning ${columns}`,
    [
      endpoint.account_id,
      endpoint.id,
      endpoint.url,
      endpoint.description,
      endpoint.events,
      endpoint.payload_version,
      endpoint.enabled,
      endpoint.standard_webhooks,
      secret,
      ctx.now,
      endpoint.receives_attention,
      endpoint.connection_id,
    ],
  )

export const list = (ctx: TxContext): Promise<Endpoint[]> =>
  ctx.query<Endpoint>(
    `select ${columns} from webhooks.endpoint where ${inScopeSql} order by id desc`,
    [accountFilter(ctx)],
  )

export const find = (ctx: TxContext, id: string): Promise<Endpoint | undefined> =>
  ctx.queryFirst<Endpoint>(
    `select ${columns} from webhooks.endpoint where ${inScopeSql} and id = $2`,
    [accountFilter(ctx), id],
  )

export const findForUpdate = (ctx: TxContext, id: string): Promise<Endpoint | undefined> =>
  ctx.queryFirst<Endpoint>(
    `select ${columns} from webhooks.endpoint where ${inScopeSql} and id = $2 for update`,
    [accountFilter(ctx), id],
  )

/** Finds an endpoint that publishes over a connection. */
export const findOfConnection = (
  ctx: TxContext,
  connection_id: string,
): Promise<Endpoint | undefined> =>
  ctx.queryFirst<Endpoint>(
    `select ${columns} from webhooks.endpoint where account_id = $1 and connection_id = $2 order by id limit 1`,
    [ctx.account_id, connection_id],
  )

/** Sets the address of the endpoints of a connection. Their next attempts read the connection again. */
export const setAddress = (ctx: TxContext, connection_id: string, url: string): void =>
  ctx.enqueue(
    `update webhooks.endpoint set url = $3, config_version = config_version + 1, updated_at = $4
      where account_id = $1 and connection_id = $2`,
    [ctx.account_id, connection_id, url, ctx.now],
  )

export type EndpointUpdate = Partial<
  Pick<
    Endpoint,
    | 'url'
    | 'description'
    | 'events'
    | 'receives_attention'
    | 'payload_version'
    | 'standard_webhooks'
  >
>

/** Updates the given fields. Omitted fields do not change. */
export const update = (
  ctx: TxContext,
  id: string,
  changes: EndpointUpdate,
): Promise<Endpoint | undefined> =>
  ctx.queryFirst<Endpoint>(
    `update webhooks.endpoint
        set url = coalesce($3, url), description = coalesce($4, description), events = coalesce($5, events),
            payload_version = coalesce($6, payload_version), standard_webhooks = coalesce($7, standard_webhooks),
            receives_attention = coalesce($9, receives_attention),
            config_version = config_version + 1, updated_at = $8
      where ${inScopeSql} and id = $2 returning ${columns}`,
    [
      accountFilter(ctx),
      id,
      changes.url ?? null,
      changes.description ?? null,
      changes.events ?? null,
      changes.payload_version ?? null,
      changes.standard_webhooks ?? null,
      ctx.now,
      changes.receives_attention ?? null,
    ],
  )

export const setEnabled = (
  ctx: TxContext,
  id: string,
  enabled: boolean,
): Promise<Endpoint | undefined> =>
  ctx.queryFirst<Endpoint>(
    `update webhooks.endpoint
        set enabled = $3, updated_at = case when enabled = $3 then updated_at else $4 end,
            config_version = config_version + (enabled <> $3)::int
      where ${inScopeSql} and id = $2 returning ${columns}`,
    [accountFilter(ctx), id, enabled, ctx.now],
  )

export const markDeleted = (ctx: TxContext, id: string): Promise<Endpoint | undefined> =>
  ctx.queryFirst<Endpoint>(
    `update webhooks.endpoint
        set deleted_at = $3, updated_at = $3, connection_id = null, enabled = false, config_version = config_version + 1,
            previous_secret = null, previous_until = null, headers = null, client_certificate = null, client_key = null,
            signing_key = null, public_key = null, previous_signing_key = null, previous_public_key = null, previous_key_until = null
      where ${inScopeSql} and id = $2 returning ${columns}`,
    [accountFilter(ctx), id, ctx.now],
  )

/**
 * Replaces the secret. The current ciphertext becomes the previous secret. Changes no row while an earlier
 * rotation is in progress, unless `previous_until` is null, which ends both older secrets.
 */
export const replaceSecret = (
  ctx: TxContext,
  id: string,
  secret: Buffer,
  previous_until: Date | null,
): Promise<Endpoint | undefined> =>
  ctx.queryFirst<Endpoint>(
    `update webhooks.endpoint
        set previous_secret = case when $4::timestamptz is null then null else secret end, previous_until = $4,
            secret = $3, secret_rotated_at = $5, signing_error = null, config_version = config_version + 1, updated_at = $5
      where ${inScopeSql} and id = $2 and ($4::timestamptz is null or previous_until is null or previous_until <= $5)
     returning ${columns}`,
    [accountFilter(ctx), id, secret, previous_until, ctx.now],
  )

/** Returns the version of the configuration, and the time of its last change by the clock of the account. */
export const getConfigVersion = (
  ctx: TxContext,
  id: string,
): Promise<{ config_version: number; unchanged_since: Date } | undefined> =>
  ctx.queryFirst<{ config_version: number; unchanged_since: Date }>(
    `select config_version, greatest(secret_rotated_at, updated_at) as unchanged_since
       from webhooks.endpoint where ${inScopeSql} and id = $2`,
    [accountFilter(ctx), id],
  )

/** Returns whether the account has or had an endpoint with this id. Deleted endpoints count too. */
export const existed = (ctx: TxContext, id: string): Promise<boolean> =>
  ctx.hasRows('select from webhooks.endpoint where account_id = $1 and id = $2', [
    ctx.account_id,
    id,
  ])
