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

export { parseBounce } from './bounces/parse-bounce.ts'
export { clearBounce, recordBounce } from './bounces/record-bounce.ts'
export { findBouncedEmails, listBouncedDigests } from './bounces/suppression.ts'
export { createSender, type SendLimits, sendDue } from './delivery/email-sender.ts'
export { resend } from './delivery/resend.ts'
export { alertFailingEndpoints, enqueueAlert, findLastAlertAt } from './outbox/admin-alerts.ts'
export { cancelQueued } from './outbox/cancel-queued.ts'
export { encryptedColumns } from './outbox/encrypted-columns.ts'
export { enqueue, enqueueAll } from './outbox/enqueue.ts'
export { parseMessageRef, type SenderConfig } from './outbox/envelope.ts'
export { eraseByGift, eraseByRecipient, purgeExpired } from './outbox/erase.ts'
export { type EmailQueueStatus, getQueueStatus } from './outbox/queue-status.ts'
export {
  type EmailDetail,
  find,
  findAsRecipient,
  findOutgoing,
  list,
  listByRecipient,
} from './outbox/read.ts'
export { clearRecipientLocale, setRecipientLocale } from './outbox/recipient-locale.ts'
export { loadRenderContexts, withTheme } from './outbox/render-contexts.ts'
export { findOldestDue } from './outbox/store.ts'
export type { Message, MessageState } from './outbox/tables.ts'
export { type RenderContext, type RenderedEmail, renderEmail } from './render/render-email.ts'
export { sampleEmails } from './templates/sample-emails.ts'
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
} from './templates/template-data.ts'
