import {
  type FieldError,
  type GiftRequestChanges,
  parseRawJson,
  throwIfAny,
  toRawJson,
} from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import { replaceMetadataValues } from '../lifecycle/metadata-store.ts'
import type { Gift } from '../lifecycle/tables.ts'
import { firstReminderTimes } from '../timers/reminders.ts'
import * as timerStore from '../timers/timer-store.ts'
import { extensionBlocker } from './extend-expiry.ts'

const yearMs = 366 * 24 * 60 * 60 * 1000

/**
 * Changes the schedule, the expiry, the message and the metadata of a gift request, each while its state allows it.
 * Emits no event. Throws all errors at once. Returns undefined if the account has no such gift request.
 */
export async function update(
  ctx: TxContext,
  id: string,
  changes: GiftRequestChanges,
): Promise<{ before: Gift; after: Gift } | undefined> {
  const before = await lockGift(ctx, id)
  if (before === undefined) return undefined
  for (const name of memberNames) {
    const blocker = changes[name] === undefined ? undefined : memberBlockers[name](before)
    if (blocker !== undefined)
      throw invalidStateError(before, `${name} cannot be changed, because ${blocker}`)
  }
  const changed = applyChanges(before, changes)
  throwIfAny(validateTimes(ctx.now, changed, changes))
  if (isSame(before, changed)) return { before, after: before }
  const after = await withReminder(ctx, {
    ...changed,
    updated_at: new Date(Math.max(ctx.now.getTime(), before.updated_at.getTime())),
  })
  timerStore.updateSettings(ctx, after)
  if (after.metadata !== before.metadata) replaceMetadataValues(ctx, after)
  ctx.afterCommit(() => ctx.deployment.notify('gifts'))
  return { before, after }
}

const memberNames = ['send_at', 'expires_at', 'email_message', 'metadata'] as const

/** Why a member cannot be changed; undefined if it can. */
const memberBlockers: Readonly<
  Record<(typeof memberNames)[number], (gift: Gift) => string | undefined>
> = {
  send_at: ({ state }) =>
    state === 'created' || state === 'scheduled' ? undefined : 'it was already sent',
  expires_at: extensionBlocker,
  email_message: ({ status }) =>
    status === 'submitted' ? undefined : 'it is already redeemed or cancelled',
  metadata: (gift) => (isErased(gift) ? 'its recipient was erased' : undefined),
}

const isErased = ({ state, first_name, last_name, email_message }: Gift): boolean =>
  state !== 'unclaimed' &&
  first_name === '' &&
  last_name === '' &&
  parseRawJson(email_message).subject === ''

function applyChanges(gift: Gift, changes: GiftRequestChanges): Gift {
  const { send_at, expires_at, email_message, metadata } = changes
  return {
    ...gift,
    ...(send_at !== undefined && { send_at: new Date(send_at) }),
    ...(expires_at !== undefined && { expires_at: new Date(expires_at) }),
    ...(email_message !== undefined && { email_message: toRawJson(email_message) }),
    ...(metadata !== undefined && { metadata: toRawJson(metadata) }),
  }
}

function validateTimes(
  now: Date,
  { send_at, expires_at }: Gift,
  changes: GiftRequestChanges,
): FieldError[] {
  const problems: FieldError[] = []
  const addError = (param: string, message: string) =>
    problems.push({ code: 'invalid', param, message })
  if (changes.send_at !== undefined && send_at !== null) {
    if (send_at <= now) addError('send_at', 'must be in the future')
    else if (send_at.getTime() > now.getTime() + yearMs)
      addError('send_at', 'must be within a year from now')
    else if (send_at >= expires_at && changes.expires_at === undefined)
      addError('send_at', 'must be before expires_at; change both')
  }
  if (changes.expires_at === undefined) return problems
  if (expires_at <= now) addError('expires_at', 'must be in the future')
  else if (send_at !== null && expires_at <= send_at)
    addError('expires_at', 'must be after send_at')
  return problems
}

const isSame = (before: Gift, after: Gift): boolean =>
  before.send_at?.getTime() === after.send_at?.getTime() &&
  before.expires_at.getTime() === after.expires_at.getTime() &&
  before.email_message === after.email_message &&
  before.metadata === after.metadata

/** Reminders depend on the schedule and the expiry. */
async function withReminder(ctx: TxContext, gift: Gift): Promise<Gift> {
  if (gift.state !== 'awaiting_recipient') return gift
  const times = await firstReminderTimes(ctx, [gift])
  return { ...gift, remind_at: times.get(gift.id) ?? null }
}
