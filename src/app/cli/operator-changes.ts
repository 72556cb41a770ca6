import { type NewAuditEntry, recordEntry } from '#audit'
import type { TxContext } from '#platform/postgres/database'

/** Commands run with the settings of the installation: the audit log of the account names the operator. */
export const operator = { kind: 'operator' } as const

/** The subject of a change of a gift request. */
export const toGiftSubject = ({ id, reference }: { id: string; reference: string }) => ({
  kind: 'gift_request',
  id,
  name: reference,
})

/** Records a change of the context's account. `audit-coverage.test.ts` finds commands that record none. */
export const recordChange = (
  ctx: TxContext,
  action: string,
  subject: NewAuditEntry['subject'],
  details: NewAuditEntry['details'] = {},
): void => recordEntry(ctx, { actor: operator, action, subject, details })
