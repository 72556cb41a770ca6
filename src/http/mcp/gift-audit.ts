import * as audit from '#audit'
import type { ToolContext } from './tool.ts'

/** Records a change of a gift request in its history. Details must not contain personal data of the recipient. */
export const recordGiftChange = (
  { ctx }: Pick<ToolContext, 'ctx'>,
  verb: string,
  { id, reference }: { id: string; reference: string },
  details: audit.NewAuditEntry['details'] = {},
): void =>
  audit.recordEntry(ctx, {
    action: `gift_request.${verb}`,
    subject: { kind: 'gift_request', id, name: reference },
    details,
  })
