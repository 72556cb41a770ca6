import type { FieldError } from '#contract'
import { getTimestampOfId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import type { Gift } from '../lifecycle/tables.ts'
import * as recentGiftStore from './recent-gift-store.ts'

const hourMs = 60 * 60 * 1000

/**
 * Returns the errors of gifts that exceed the limit of an address for one hour, by gift id. The limit exists
 * because each gift sends its recipient an email. A lock makes requests with several gifts for one address
 * wait for each other. Requests with one gift each can exceed the limit by at most their number.
 */
export async function findRecipientLimitErrors(
  ctx: TxContext,
  gifts: readonly Gift[],
): Promise<ReadonlyMap<string, FieldError>> {
  const byAddress = Map.groupBy(
    gifts.filter(({ email_key }) => email_key !== ''),
    ({ email_key }) => email_key,
  )
  if (byAddress.size === 0) return new Map()
  const keys = [...byAddress.keys()].sort()
  for (const key of keys)
    if ((byAddress.get(key)?.length ?? 0) > 1)
      await lockUntilEnd(ctx, `gifts to ${key} of ${ctx.account_id}`)
  const latest = await recentGiftStore.findLatestIdsByEmail(ctx, keys)
  return new Map(
    [...byAddress].flatMap(([key, own]) =>
      own.flatMap(({ id }, index) => {
        const error = findError(ctx, latest.get(key) ?? [], index)
        return error === undefined ? [] : [[id, error] as const]
      }),
    ),
  )
}

/**
 * Returns the error of one gift to an address. `limiting_id` is the id of the gift that reaches the limit.
 */
export const findRecipientLimitError = (
  ctx: TxContext,
  limiting_id: string | null,
): FieldError | undefined => {
  if (limiting_id === null) return undefined
  const possibleAt = new Date(getTimestampOfId(limiting_id).getTime() + hourMs)
  return possibleAt > ctx.now ? toError(possibleAt) : undefined
}

/**
 * Finds the error of one gift in a request.
 *
 * @param index  the number of gifts to the address that come before it in the request
 */
function findError(
  ctx: TxContext,
  latestIds: readonly string[],
  index: number,
): FieldError | undefined {
  const { maxPerAddress } = recentGiftStore
  if (index >= maxPerAddress) return toError(new Date(ctx.now.getTime() + hourMs))
  return findRecipientLimitError(ctx, latestIds[maxPerAddress - 1 - index] ?? null)
}

const toError = (possibleAt: Date): FieldError => ({
  code: 'not_allowed',
  param: 'recipient.email',
  message: `already has ${recentGiftStore.maxPerAddress} gifts of this account within an hour. Another one is possible at ${possibleAt.toISOString().replace(/\.\d+Z$/, 'Z')}`,
})
