import { ApiError, unknownCursorError } from '#contract'
import { getTimestampOfId, isId } from '../lib/ids.ts'
import type { TxContext } from './database.ts'

/** The minimum retention time in milliseconds. */
const minRetentionMs = 24 * 3_600_000

/** The ways in which rows of a list can disappear: after a retention time, at any time, or never. */
export type RowLifetime = 'expiring' | 'deletable' | 'permanent'

/**
 * Checks the cursor of a list that is ordered by id. A cursor is a position, so the row with its
 * id may have disappeared. If rows of the list cannot disappear, the id must exist, so that the id
 * of another object is an error.
 *
 * @throws ApiError 400 if `after` is no position of the list
 */
export async function assertKnownCursor(
  ctx: Pick<TxContext, 'now'>,
  after: string | undefined,
  exists: (id: string) => Promise<unknown>,
  lifetime: RowLifetime = 'permanent',
): Promise<void> {
  if (after === undefined) return
  if (isId(after)) {
    if (mayHaveDisappeared(ctx, after, lifetime)) return
    const found = await exists(after)
    if (found !== undefined && found !== false) return
  }
  throw new ApiError(unknownCursorError.code, { fieldErrors: [unknownCursorError], status: 400 })
}

function mayHaveDisappeared({ now }: Pick<TxContext, 'now'>, id: string, lifetime: RowLifetime) {
  if (lifetime === 'permanent' || id[14] !== '7') return false
  const age = now.getTime() - getTimestampOfId(id).getTime()
  return lifetime === 'deletable' || age > minRetentionMs
}
