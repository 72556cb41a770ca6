import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { NewAuditEntry } from './tables.ts'

/**
 * Enqueues an audit entry in the transaction of the change, so that both are stored or neither. Errors
 * surface at the commit. Requires a transaction for one account. The entry contains the actor of the context, the real
 * time, and the time of the account's clock, which may be ahead in staging.
 */
export function recordEntry(
  ctx: TxContext,
  { action, subject, details = {} }: NewAuditEntry,
): void {
  const { actor } = ctx
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
