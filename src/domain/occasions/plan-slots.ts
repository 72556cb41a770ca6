import { ApiError } from '#contract'
import { tryLockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'

/** How many plans of one account are computed at the same time, by all processes together. */
const slots = 2

/**
 * Takes a slot for a plan until the end of the transaction: a plan reads all contacts of the account. Throws
 * `too_many_requests` if none is free.
 */
export async function takePlanSlot(ctx: TxContext): Promise<void> {
  for (let slot = 0; slot < slots; slot += 1)
    if (await tryLockUntilEnd(ctx, `occasions plan ${slot} ${ctx.account_id}`)) return
  throw new ApiError('too_many_requests', {
    message: 'This account is planning already. Try again in a few seconds.',
    retryAfterSeconds: 3,
  })
}
