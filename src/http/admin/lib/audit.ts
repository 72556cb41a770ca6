import { recordEntry } from '#audit'
import type { TxRouteContext } from './route.ts'

/**
 * Records an action in the audit log. The part of the action before the dot is the kind of its subject, as in
 * `campaign.create`.
 */
export function audit(
  { ctx }: Pick<TxRouteContext<unknown>, 'ctx'>,
  action: string,
  id: string,
  name: string | undefined,
  details: Record<string, unknown> = {},
): void {
  const kind = action.split('.')[0] ?? ''
  recordEntry(ctx, {
    action,
    subject: { kind, id, ...(name !== undefined && { name }) },
    details,
  })
}
