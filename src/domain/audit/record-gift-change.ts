import type { TxContext } from '#platform/postgres/database'
import { recordEntry } from './record-entry.ts'
import type { NewAuditEntry } from './tables.ts'

/** Records a change of a gift request: `gift_request.cancel`. Details must not contain personal data of the recipient. */
export const recordGiftChange = (
  ctx: TxContext,
  action: `gift_request.${string}`,
  { id, reference }: { id: string; reference: string },
  details: NewAuditEntry['details'] = {},
): void =>
  recordEntry(ctx, {
    action,
    subject: { kind: 'gift_request', id, name: reference },
    details,
  })
