import { ApiError, type FieldError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres'
import { atTheDoor, tooLate } from './at-the-door.ts'
import * as deskStore from './desk-store.ts'
import { firstReminders } from './remind.ts'
import type { Gift } from './tables.ts'

/** Why it cannot get more time; undefined when it can. */
export function whyNotExtend({ state, is_direct }: Gift): string | undefined {
  if (is_direct) return 'it is a direct send, which does not expire'
  if (state === 'unclaimed') return 'nobody has claimed it; its one-link says how long it is open'
  if (state === 'expired') return 'it has expired'
  if (state === 'created' || state === 'scheduled' || state === 'awaiting_recipient')
    return undefined
  return 'it is already redeemed or cancelled'
}

/**
 * Lets a gift request expire at another moment, sooner or later; its reminders follow. Answers it as it
 * was and as it is; undefined when the account has none by that id.
 */
export async function extend(
  ctx: TxContext,
  id: string,
  expires_at: Date,
): Promise<{ was: Gift; is: Gift } | undefined> {
  const was = await atTheDoor(ctx, id)
  if (was === undefined) return undefined
  const why = whyNotExtend(was)
  if (why !== undefined) throw tooLate(was, why)
  throwIfAny(problemsOf(ctx, was, expires_at))
  const moved = { ...was, expires_at, updated_at: latest(ctx.now, was.updated_at) }
  const isWaiting = was.state === 'awaiting_recipient'
  const firsts = isWaiting ? await firstReminders(ctx, [moved]) : new Map<string, Date>()
  const is: Gift = { ...moved, remind_at: firsts.get(id) ?? null }
  deskStore.setExpiry(ctx, is)
  ctx.afterCommit(() => ctx.deployment.notify('gifts'))
  return { was, is }
}

const latest = (one: Date, other: Date) => (one > other ? one : other)

function problemsOf({ now }: TxContext, { send_at }: Gift, expires_at: Date): FieldError[] {
  const wrong = (message: string): FieldError => ({ code: 'invalid', param: 'expires_at', message })
  if (Number.isNaN(expires_at.getTime())) throw new ApiError('invalid_json')
  if (expires_at <= now) return [wrong('must lie in the future')]
  if (send_at !== null && expires_at <= send_at) return [wrong('must lie after send_at')]
  return []
}
