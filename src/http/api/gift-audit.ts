import * as audit from '#audit'
import type { TxContext } from '#platform/postgres/database'

/** Records a change of a gift request. Details must not contain personal data of the recipient. */
export const recordGiftChange = (
  ctx: TxContext,
  verb: string,
  { id, reference }: { id: string; reference: string },
  details: audit.NewAuditEntry['details'] = {},
): void =>
  audit.recordEntry(ctx, {
    action: `gift_request.${verb}`,
    subject: { kind: 'gift_request', id, name: reference },
    details,
  })
