import { correctionShape, refuseIfAny } from '#contract'
import { newId } from '#platform/ids'
import { brokenConstraint, type Work } from '#platform/postgres'
import { atTheDoor, tooLate } from './at-the-door.ts'
import { writeAgain } from './mails.ts'
import { emailKey } from './recipient.ts'
import * as store from './store.ts'
import type { Gift } from './tables.ts'

/**
 * The gift goes to another e-mail address, as the one it had was wrong. Its recipient is then the
 * contact of that address; the link stays the same, and what they have to know is written to them once
 * more, even when the address is the same. Undefined when there is no such gift.
 */
export async function correctEmail(
  work: Work,
  id: string,
  email: string,
): Promise<Gift | undefined> {
  refuseIfAny(correctionShape({ email }))
  const gift = await atTheDoor(work, id)
  if (gift === undefined) return undefined
  if (gift.state === 'unclaimed' || gift.status === 'cancelled')
    throw tooLate(gift, 'nobody is written to about it')
  if (gift.email === email) {
    writeAgain(work, gift)
    return gift
  }
  const email_key = emailKey(email)
  const contacts = await store.meet(work, [{ id: newId(work.now), email_key }])
  const contact = contacts.get(email_key)
  if (contact === undefined) throw new Error('a contact was neither found nor made')
  const corrected: Gift = {
    ...gift,
    email,
    email_key,
    contact_id: contact.id,
    thank_you_count: contact.thank_you_count,
    updated_at: new Date(Math.max(work.now.getTime(), gift.updated_at.getTime())),
  }
  await store.readdress(work, corrected).catch((error: unknown) => {
    if (brokenConstraint(error) === 'gift_request_claim') refuseIfAny([claimed])
    throw error
  })
  writeAgain(work, corrected)
  return corrected
}

const claimed = {
  code: 'not_allowed',
  param: 'email',
  message: 'is of somebody who has a gift of the same one-link',
} as const
