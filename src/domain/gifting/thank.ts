import { ApiError, thankYouNoteValidator, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres'
import { atTheDoor, tooLate } from './at-the-door.ts'
import { passThanksOn } from './mails-to-sender.ts'
import type { Thanks } from './tables.ts'
import * as visitStore from './visit-store.ts'

const hour = 60 * 60 * 1000

/** Until when its writer can change a note. */
export const changeableUntil = ({ written_at }: Thanks): Date =>
  new Date(written_at.getTime() + hour)

/**
 * The recipient writes a thank-you note: one for each gift, plain text, and for an hour they can
 * change it. The same words again change nothing. Undefined when there is no such gift.
 */
export async function thank(
  ctx: TxContext,
  id: string,
  note: { text: string },
): Promise<Thanks | undefined> {
  const text = note.text.trim()
  throwIfAny(thankYouNoteValidator({ text }))
  const gift = await atTheDoor(ctx, id)
  if (gift === undefined) return undefined
  if (gift.status === 'submitted' || gift.status === 'cancelled')
    throw tooLate(gift, 'there is nothing to give thanks for')
  const before = await visitStore.findThanks(ctx, gift)
  if (before === undefined) {
    visitStore.insertThanks(ctx, gift, text)
    passThanksOn(ctx, gift, text)
    return { text, written_at: ctx.now, changed_at: null }
  }
  if (before.text === text) return before
  if (ctx.now > changeableUntil(before)) throw new ApiError('invalid_transition', { message: sent })
  visitStore.changeThanks(ctx, gift, text)
  return { ...before, text, changed_at: ctx.now }
}

const sent = 'The note was written more than an hour ago and cannot be changed any more.'
