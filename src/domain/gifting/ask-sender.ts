import { renewalRequestValidator, throwIfAny } from '#contract'
import type { TxContext } from '#platform/postgres'
import { atTheDoor, tooLate } from './at-the-door.ts'
import { passQuestionOn } from './mails-to-sender.ts'
import * as visitStore from './visit-store.ts'

/**
 * The gift has expired, and its recipient asks the sender for another chance. Asking again changes
 * nothing. Undefined when there is no such gift.
 */
export async function askSender(
  ctx: TxContext,
  id: string,
  { text }: { text?: string | undefined } = {},
): Promise<{ asked_at: Date } | undefined> {
  const told = text?.trim() === '' ? undefined : text
  throwIfAny(renewalRequestValidator(told === undefined ? {} : { text: told }))
  const gift = await atTheDoor(ctx, id)
  if (gift === undefined) return undefined
  if (gift.state !== 'expired') throw tooLate(gift, 'it has not expired')
  const before = (await visitStore.find(ctx, gift))?.asked_at
  if (before !== undefined && before !== null) return { asked_at: before }
  visitStore.note(ctx, gift, { asked_at: ctx.now, asked_text: told ?? null })
  passQuestionOn(ctx, gift, told ?? null)
  return { asked_at: ctx.now }
}
