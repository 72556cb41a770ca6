import { tryLockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { deleteSome } from '#platform/postgres/table'
import type { StoredResponse } from './tables.ts'

/** Locks the key for this transaction; returns false when another transaction has locked it. */
export const tryLockKey = (ctx: TxContext, key: string): Promise<boolean> =>
  tryLockUntilEnd(ctx, `idempotency key ${ctx.account_id} ${key}`)

export async function findResponse(ctx: TxContext, key: string, since: Date) {
  return ctx.queryFirst<StoredResponse & { fingerprint: Buffer }>(
    `select fingerprint, status, content_type, body from access.idempotency_key
      where account_id = $1 and key = $2 and created_at > $3`,
    [ctx.account_id, key, since],
  )
}

export function upsertResponse(
  ctx: TxContext,
  {
    key,
    fingerprint,
    status,
    content_type,
    body,
  }: StoredResponse & { key: string; fingerprint: Buffer },
): void {
  ctx.enqueue(
    `insert into access.idempotency_key (account_id, key, fingerprint, status, content_type, body, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id, key) do update
        set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
            content_type = excluded.content_type, created_at = excluded.created_at`,
    [ctx.account_id, key, fingerprint, status, content_type, body, ctx.now],
  )
}

/** Finds the keys whose responses mention these ids, by scanning the responses of one day. */
export const findKeysMentioning = (
  ctx: TxContext,
  ids: readonly string[],
): Promise<{ key: string; content_type: string }[]> =>
  ctx.query(
    `select k.key, k.content_type from access.idempotency_key k
      where k.account_id = $1
        and exists (select from unnest($2::text[]) id where position(convert_to(id, 'UTF8') in k.body) > 0)`,
    [ctx.account_id, ids],
  )

export const replaceResponse = (
  ctx: TxContext,
  key: string,
  { status, content_type, body }: StoredResponse,
): void =>
  ctx.enqueue(
    `update access.idempotency_key set status = $3, content_type = $4, body = $5
      where account_id = $1 and key = $2`,
    [ctx.account_id, key, status, content_type, body],
  )

export const deleteKeysBefore = (ctx: TxContext, before: Date): Promise<number> =>
  deleteSome(ctx, 'access.idempotency_key', 20000, 'created_at <= $1', [before])
