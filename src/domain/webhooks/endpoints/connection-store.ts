import type { TxContext } from '#platform/postgres/database'
import type { Endpoint } from '../events/tables.ts'
import { accountFilter, columns, inScopeSql } from './endpoint-store.ts'

/** The columns of an endpoint about what its receiver gets and how, and about Ed25519. */
const connectionColumns = [
  'headers',
  'header_names',
  'max_per_second',
  'filter',
  'ordered',
  'signing_key',
  'public_key',
  'previous_signing_key',
  'previous_public_key',
  'previous_key_until',
  'ca',
  'ca_subject',
  'ca_expires_at',
  'client_certificate',
  'client_certificate_subject',
  'client_certificate_expires_at',
  'client_key',
] as const

/** Values of the given columns; omitted columns are unchanged. */
export type ConnectionChanges = {
  [Column in (typeof connectionColumns)[number]]?: unknown
}

export async function updateConnection(
  ctx: TxContext,
  id: string,
  changes: ConnectionChanges,
): Promise<Endpoint | undefined> {
  const names = connectionColumns.filter((name) => changes[name] !== undefined)
  return ctx.queryFirst<Endpoint>(
    `update webhooks.endpoint
        set ${names.map((name, index) => `${name} = $${index + 4}`).join(', ')},
            config_version = config_version + 1, updated_at = $3
      where ${inScopeSql} and id = $2 returning ${columns}`,
    [accountFilter(ctx), id, ctx.now, ...names.map((name) => changes[name])],
  )
}

/** The stored ciphertext of the headers, and whether an Ed25519 key exists. Locks the row. */
export const findConnection = (
  ctx: TxContext,
  id: string,
): Promise<{ headers: Buffer | null; has_key: boolean } | undefined> =>
  ctx.queryFirst<{ headers: Buffer | null; has_key: boolean }>(
    `select headers, public_key is not null as has_key
       from webhooks.endpoint where ${inScopeSql} and id = $2 for update`,
    [accountFilter(ctx), id],
  )

/**
 * Replaces the Ed25519 key. The current key becomes the previous one. Matches no row without a key, and while an earlier
 * rotation is in progress, unless `previous_until` is null, which ends both older keys.
 */
export const replaceSigningKey = (
  ctx: TxContext,
  id: string,
  key: { encrypted: Buffer; public_key: string },
  previous_until: Date | null,
): Promise<Endpoint | undefined> =>
  ctx.queryFirst<Endpoint>(
    `update webhooks.endpoint
        set previous_signing_key = case when $5::timestamptz is null then null else signing_key end,
            previous_public_key = case when $5::timestamptz is null then null else public_key end,
            previous_key_until = $5, signing_key = $3, public_key = $4,
            config_version = config_version + 1, updated_at = $6
      where ${inScopeSql} and id = $2 and signing_key is not null
        and ($5::timestamptz is null or previous_key_until is null or previous_key_until <= $6)
     returning ${columns}`,
    [accountFilter(ctx), id, key.encrypted, key.public_key, previous_until, ctx.now],
  )
