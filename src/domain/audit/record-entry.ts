import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { NewAuditEntry } from './tables.ts'

/**
 * Writes down who did what, in the transaction that does it: both are true, or neither. Nobody waits
 * for it; a failure surfaces at the commit. The work must be of one account. The entry has the real time, also where a
 * staging account's clock is ahead, and the time of that clock beside it.
 */
export function recordEntry(
  ctx: TxContext,
  { actor, action, subject, details = {} }: NewAuditEntry,
): void {
  store.insert(ctx, {
    account_id: ctx.account_id,
    id: newId(),
    at: ctx.real_now,
    account_at: ctx.now,
    actor_kind: actor.kind,
    actor_id: actor.id ?? null,
    actor_name: actor.name ?? null,
    actor_address: actor.address ?? null,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    subject_name: subject.name ?? null,
    details: JSON.stringify(details),
  })
}
