import { ApiError, type FieldError, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { firstReminderTimes } from '../timers/reminders.ts'
import * as timerStore from '../timers/timer-store.ts'

/** The new expiry: a time, or a number of days after the current expiry. */
export type NewExpiry = { at: Date } | { days: number }

/** Converts the members of a request: `expires_at` or `days`. Throws unless the request has exactly one of them. */
export function parseExtension({
  expires_at,
  days,
}: {
  expires_at?: string | undefined
  days?: number | undefined
}): NewExpiry {
  if (expires_at === undefined && days === undefined)
    throwIfAny([{ code: 'required', param: 'expires_at', message: 'or days is required' }])
  if (expires_at !== undefined && days !== undefined)
    throwIfAny([{ code: 'not_allowed', param: 'days', message: 'is not allowed with expires_at' }])
  return days === undefined ? { at: new Date(expires_at ?? '') } : { days }
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns why the expiry cannot be changed; undefined if it can. */
export function extensionBlocker({ state, is_direct }: Gift): string | undefined {
  if (is_direct) return 'direct sends do not expire'
  if (state === 'unclaimed') return 'it is not claimed yet and expires with its one-link'
  if (state === 'expired') return 'it has expired'
  if (state === 'created' || state === 'scheduled' || state === 'awaiting_recipient')
    return undefined
  return 'it is already redeemed or cancelled'
}

/**
 * Changes the expiry to an earlier or later time and reschedules the reminders. Returns the gift request before
 * and after the change; undefined if the account has no such gift request.
 */
export async function extendExpiry(
  ctx: TxContext,
  id: string,
  to: NewExpiry,
): Promise<{ before: Gift; after: Gift } | undefined> {
  const before = await lockGift(ctx, id)
  if (before === undefined) return undefined
  const expires_at = 'at' in to ? to.at : new Date(before.expires_at.getTime() + to.days * dayMs)
  const blocker = extensionBlocker(before)
  if (blocker !== undefined) throw invalidStateError(before, blocker)
  throwIfAny(validateExpiry(ctx, before, expires_at))
  const updated = { ...before, expires_at, updated_at: laterOf(ctx.now, before.updated_at) }
  const isWaiting = before.state === 'awaiting_recipient'
  const remindAtById = isWaiting
    ? await firstReminderTimes(ctx, [updated])
    : new Map<string, Date>()
  const after: Gift = { ...updated, remind_at: remindAtById.get(id) ?? null }
  timerStore.updateExpiry(ctx, after)
  ctx.afterCommit(() => ctx.deployment.notify('gifts'))
  return { before, after }
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other)

function validateExpiry({ now }: TxContext, { send_at }: Gift, expires_at: Date): FieldError[] {
  const invalid = (message: string): FieldError => ({
    code: 'invalid',
    param: 'expires_at',
    message,
  })
  if (Number.isNaN(expires_at.getTime())) throw new ApiError('invalid_json')
  if (expires_at <= now) return [invalid('must be in the future')]
  if (send_at !== null && expires_at <= send_at) return [invalid('must be after send_at')]
  return []
}
