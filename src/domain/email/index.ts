/**
 * Email: transactional emails to recipients, senders, and users of an account.
 *
 * - email      a template with its data and recipient; enqueued in the transaction that causes it
 * - message    an email as stored: queued, sent, bounced, failed or suppressed
 * - dedup key  identifies an email that a gift request gets only once; a duplicate is dropped
 * - transport  accepts emails: an SMTP server, or the captured mailbox in staging
 * - bounce     a permanent rejection; emails to that address are suppressed until the bounce is cleared
 * - channel    email or text message; both share the outbox (`delivery/message-channel.ts`)
 * - theme      the logo and colours of the campaign or account that an email shows
 *
 * `enqueue` stores an email, `sendDue` sends it: claimed in one transaction, sent outside any
 * transaction, and settled in another. Delivery is at least once, and every copy has the same
 * Message-ID.
 */

export type {
  Mailbox,
  MailTransport,
  OutgoingEmail,
  SendResult,
  TlsMode,
} from '#platform/lib/mail-transport'
export { clearOptOut, findOptedOutEmails, findOptOut, optOut } from './bounces/opt-outs.ts'
export { parseBounce } from './bounces/parse-bounce.ts'
export {
  clearBounce,
  clearBounces,
  recordBounce,
  suppressAddress,
} from './bounces/record-bounce.ts'
export { recordLostText } from './bounces/record-lost-text.ts'
export { recordOptOut } from './bounces/record-opt-out.ts'
export { countBounces, findBouncedEmails, listBouncedDigests } from './bounces/suppression.ts'
export { createSender, type SendLimits, sendDue, type Transports } from './delivery/email-sender.ts'
export { resend } from './delivery/resend.ts'
export type { TextCounts } from './delivery/sms-channel.ts'
export { type InstallationMail, sendTestEmail } from './delivery/test-email.ts'
export { assertMayEmail } from './outbox/address-limit.ts'
export {
  alertExpiringKeys,
  alertFailingEndpoints,
  announceAccountEnd,
  enqueueAlert,
  enqueueForAdmins,
  enqueueOncePerDay,
} from './outbox/admin-alerts.ts'
export { listBounces } from './outbox/bounced-address-store.ts'
export { cancelQueued } from './outbox/cancel-queued.ts'
export { toEmailView, toTextMessageView } from './outbox/email-view.ts'
export { encryptedColumns } from './outbox/encrypted-columns.ts'
export { enqueue, enqueueAll } from './outbox/enqueue.ts'
export { parseMessageRef, type SenderConfig } from './outbox/envelope.ts'
export {
  deleteMessages,
  eraseByGift,
  eraseByRecipient,
  eraseDigests,
  purgeContents,
} from './outbox/erase.ts'
export { dedupKeyHistory, messageHistory } from './outbox/history.ts'
export {
  type EmailQueueStatus,
  getQueueStatus,
  getServiceStatus,
} from './outbox/queue-status.ts'
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
export { findSenderRejections } from './outbox/sender-rejections.ts'
export { dueMessages } from './outbox/store.ts'
export type { Message, MessageState } from './outbox/tables.ts'
export {
  buildUserContent,
  type RenderContext,
  type RenderedEmail,
  renderEmail,
} from './render/render-email.ts'
export {
  enableSender,
  readSender,
  removeSender,
  type SenderIdentity,
  saveSender,
} from './sender/account-sender.ts'
export { checkRecords, dkimRecord, type RecordCheck } from './sender/dns-checks.ts'
export { defineMailSender, type MailConnector } from './sender/mail-sender.ts'
export type { SenderRow } from './sender/tables.ts'
export {
  copyRecipientPhones,
  deleteRecipientPhones,
  findRecipientPhones,
  findTextPayer,
  maskPhone,
  saveRecipientPhone,
} from './sms/phone.ts'
export { readSmsKinds, saveSmsKinds } from './sms/sms-settings.ts'
export { type OptionalSmsKind, optionalSmsKinds } from './sms/sms-texts.ts'
export { findTextInboxUrl, openTextInbox, type TextInboxRef } from './sms/text-inbox.ts'
export { createPhoneCheck, deleteOldTextCounts, findReachedTextLimit } from './sms/text-limits.ts'
export {
  captureTexts,
  defineTextSender,
  type OutgoingText,
  type TextConnector,
  type TextInbox,
  type TextReport,
  type TextSender,
} from './sms/text-sender.ts'
export { isDigestCause } from './templates/build-alert-content.ts'
export { sampleEmails } from './templates/sample-emails.ts'
export type {
  DigestLine,
  Email,
  EmailDonation,
  EmailItem,
  NamedAddress,
  ParcelTracking,
  RecipientEmailData,
  RecipientTemplateData,
  TemplateName,
  TemplateWithData,
} from './templates/template-data.ts'
export { isRecipientTemplate } from './templates/template-data.ts'
