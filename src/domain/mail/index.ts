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

export { findBouncedEmails, listBouncedDigests } from './bounced.ts'
export { clearBounce, recordBounce } from './bounces.ts'
export { cancelQueued } from './call-off.ts'
export { alertFailingEndpoints, enqueueAlert, findLastAlertAt } from './digests.ts'
export { loadRenderContexts, withTheme } from './dress.ts'
export { eraseByGift, eraseByRecipient, purgeExpired } from './forget.ts'
export type {
  Email,
  EmailItem,
  NamedAddress,
  ParcelTracking,
  RecipientEmailData,
  RecipientTemplateData,
  StalledGift,
  TemplateName,
  TemplateWithData,
} from './letters.ts'
export {
  type EmailDetail,
  find,
  findAsRecipient,
  findOutgoing,
  list,
  listByRecipient,
} from './look-up.ts'
export { parseMessageRef, type SenderConfig } from './outgoing.ts'
export { enqueue, enqueueAll } from './post.ts'
export { parseBounce } from './read-bounce.ts'
export { clearRecipientLocale, setRecipientLocale } from './reader.ts'
export { type RenderContext, type RenderedEmail, renderEmail } from './render.ts'
export { resend } from './resend.ts'
export { sampleEmails } from './samples.ts'
export { encryptedColumns } from './sealed.ts'
export { createSender, type SendLimits, sendDue } from './send.ts'
export { findOldestDue } from './store.ts'
export type { Message, MessageState } from './tables.ts'
export { type EmailQueueStatus, getQueueStatus } from './waiting.ts'
