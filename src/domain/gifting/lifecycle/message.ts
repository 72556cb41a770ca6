import { type EmailMessage, parseRawJson, type RawJson, toRawJson } from '#contract'
import { fillMessage } from '#contract/merge-fields'
import type { Gift } from './tables.ts'

type WithMessage = Pick<Gift, 'email_message' | 'first_name' | 'last_name'>

/** Returns the message with the recipient's names. A place that no one has claimed has no names yet. */
export function readMessage(gift: WithMessage): EmailMessage {
  const message = parseRawJson(gift.email_message)
  return gift.first_name === '' && gift.last_name === '' ? message : fillMessage(message, gift)
}

/** Returns the message as JSON, which is only parsed where it has fields. */
export const messageJson = (gift: WithMessage): RawJson<EmailMessage> =>
  /\{(first|last)_name\}/.test(gift.email_message)
    ? toRawJson(readMessage(gift))
    : gift.email_message
