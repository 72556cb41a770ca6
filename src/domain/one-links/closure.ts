import * as campaigns from '#campaigns'
import type { TxContext } from '#platform/postgres/database'

/** The answer of an open one-link whose campaign takes no new gifts: an ended campaign closes its one-links. */
export type ClosedAnswer = 'closed' | 'paused'

/** Returns the answer of a one-link whose campaign takes no new gifts; undefined if it takes them. */
export async function findClosed(
  ctx: TxContext,
  { campaign_id }: { campaign_id: string },
): Promise<ClosedAnswer | undefined> {
  const closure = await campaigns.findClosure(ctx, campaign_id)
  return closure === 'ended' ? 'closed' : closure
}
