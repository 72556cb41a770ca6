import { type NewAuditEntry, recordEntry } from '#audit'
import type { TxContext } from '#platform/postgres/database'

/** Returns a gift request as the subject of a change. */
export const toGiftSubject = ({ id, reference }: { id: string; reference: string }) => ({
  kind: 'gift_request',
  id,
  name: reference,
})

/**
 * Records a change of the context's account. `audit-coverage.test.ts` finds commands
 * that do not record their changes.
 */
export const recordChange = (
  ctx: TxContext,
  action: string,
  subject: NewAuditEntry['subject'],
  details: NewAuditEntry['details'] = {},
): void => recordEntry(ctx, { action, subject, details })
