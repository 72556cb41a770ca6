/**
 * Mail: letters to recipients, to those who give, and to people of an account.
 *
 * - letter     what somebody shall read: its kind, its facts, to whom; posted in the transaction that is its reason
 * - message    a posted letter, as it is kept: queued, sent, bounced, failed or suppressed
 * - slot       which of the letters that a gift request gets only once this is; the second is dropped
 * - transport  whoever takes mails: an SMTP server, or this service itself in staging
 * - bounce     a refusal for good; nobody writes to that address again until it is cleared
 * - manner     a campaign's language, colours and time zone, in which its letters are
 *
 * `post` writes down, `sendDue` sends: claimed in one transaction, handed over in none, settled in
 * another. A letter is sent at least once, and every copy has the same Message-ID.
 */

export { bouncedAmong, bouncedDigests } from './bounced.ts'
export { clearBounce, noteBounce } from './bounces.ts'
export { callOff } from './call-off.ts'
export { lastDigest, postDigest, tellFailing } from './digests.ts'
export { settingIn, settingsFor } from './dress.ts'
export { forgetAbout, forgetTo, retain } from './forget.ts'
export type {
  Content,
  Item,
  Kind,
  Letter,
  Person,
  RecipientFacts,
  Stalled,
  ToRecipient,
  Tracking,
} from './letters.ts'
export { find, findAsReader, findOutgoing, list, listTo, type Shown } from './look-up.ts'
export { namedIn, type Sending } from './outgoing.ts'
export { post, postAll } from './post.ts'
export { readBounce } from './read-bounce.ts'
export { forgetReader, speakTo } from './reader.ts'
export { type Rendered, render, type Setting } from './render.ts'
export { resend } from './resend.ts'
export { samples } from './samples.ts'
export { sealedColumns } from './sealed.ts'
export { createSender, type Pace, sendDue } from './send.ts'
export { oldestDue } from './store.ts'
export type { Message, MessageState } from './tables.ts'
export { type WaitingMail, waitingMail } from './waiting.ts'
