import { ApiError, thankYouNoteValidator, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { invalidStateError, lockGift } from '../lifecycle/lock-gift.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'
import type { Gift, ThankYouNote } from '../lifecycle/tables.ts'
import { emailNoteToSender } from './sender-emails.ts'

const hourMs = 60 * 60 * 1000

/** Returns the end of the period in which the recipient can edit the note. */
export const editableUntil = ({ written_at }: ThankYouNote): Date =>
  new Date(written_at.getTime() + hourMs)

/**
 * Saves the recipient's thank-you note. A gift has one note, which is plain text and can be edited for one
 * hour. An identical text has no effect. Returns undefined if the account has no such gift request.
 */
export async function saveThankYouNote(
  ctx: TxContext,
  id: string,
  note: { text: string },
): Promise<ThankYouNote | undefined> {
  const text = note.text.trim()
  throwIfAny(thankYouNoteValidator({ text }))
  const gift = await lockGift(ctx, id)
  if (gift === undefined) return undefined
  if (gift.status === 'submitted' || gift.status === 'cancelled')
    throw invalidStateError(gift, 'a thank-you note requires a redeemed gift')
  const existing = await sessionStore.findThankYouNote(ctx, gift)
  if (existing === undefined) {
    sessionStore.insertThankYouNote(ctx, gift, text)
    emailNoteToSender(ctx, gift, text)
    return { text, written_at: ctx.now, changed_at: null }
  }
  if (existing.text === text) return existing
  if (ctx.now > editableUntil(existing))
    throw new ApiError('invalid_transition', { message: noteLockedMessage })
  sessionStore.updateThankYouNote(ctx, gift, text)
  return { ...existing, text, changed_at: ctx.now }
}

/** Finds the thank-you note of a gift request of the account. Returns undefined if there is no note. */
export async function findThankYouNote(
  ctx: TxContext,
  gift: Pick<Gift, 'account_id' | 'id'>,
): Promise<ThankYouNote | undefined> {
  return sessionStore.findThankYouNote(ctx, gift)
}

const noteLockedMessage = 'The note was written more than an hour ago and can no longer be changed.'
