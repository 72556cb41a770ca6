/**
 * Sends: gifts to a whole list, and actions on many gifts.
 *
 * - bulk send     a list of gifts that a user of the web app sent at once; each row is one recipient
 * - send options  the settings of a bulk send, the same for all rows
 * - row           one recipient of the list; it becomes a gift request or a failure
 * - approval      the state of a bulk send that an admin must approve before its gifts are created
 * - preview link  a link to the recipients' pages of a campaign, for the member who tries it, without a gift
 * - bulk action   an action of a user on many gift requests, which a loop processes in batches
 */
export {
  advanceApprovals,
  dueApprovals,
  processApprovals,
  purgeApprovals,
} from './approvals/approval-loop.ts'
export { countWaiting } from './approvals/approval-store.ts'
export type { ListedBulkSend } from './approvals/bulk-send-list-store.ts'
export { browse, find, findByGift } from './approvals/bulk-sends.ts'
export { approve, assertMayDecide, reject, whyNotDecide } from './approvals/decide.ts'
export { leaveOut } from './approvals/leave-out.ts'
export {
  assertNoApprovalNeeded,
  assertReplacementAllowed,
  findApprovalReasons,
  purgeUses,
  returnUse,
} from './approvals/limits.ts'
export { type OpenedLink, openLink } from './approvals/links.ts'
export {
  type ApprovalDetail,
  countAwaiting,
  describeApproval,
  findApproval,
  readSendContent,
} from './approvals/read.ts'
export { getApprovalRule, saveApprovalRule } from './approvals/rule.ts'
export {
  type SendingUser,
  type SubmittedRowResult,
  sendRows,
  start,
} from './approvals/save-rows.ts'
export { submit, withdraw } from './approvals/submit.ts'
export {
  type Approval,
  type ApprovalReason,
  type ApprovalRule,
  type ApprovalState,
  approvalStates,
} from './approvals/tables.ts'
export * from './bulk-actions/index.ts'
export {
  type RowPreview,
  type RowResult,
  recordInvalidRows,
  sendBulk,
  validateRows,
} from './bulk-send/bulk-send.ts'
export { cancel } from './bulk-send/cancel-bulk-send.ts'
export { estimate, type SendEstimate } from './bulk-send/estimate.ts'
export { listFailures, purgeFailures } from './bulk-send/failures.ts'
export {
  decodePreviewToken,
  encodePreviewToken,
  type Preview,
  type PreviewTheme,
  previewEmail,
  previewGreeting,
  previewPage,
  toTranslatable,
} from './bulk-send/preview.ts'
export { fillOptions, findHiddenTexts } from './bulk-send/row-fields.ts'
export type { BulkSendInput } from './bulk-send/send-rows.ts'
export { rename } from './bulk-send/start.ts'
export { sendTestEmail } from './bulk-send/test-email.ts'
export { encryptedColumns } from './encrypted-columns.ts'
export {
  buildCampaignPreview,
  createPreviewLink,
  type FoundPreviewLink,
  findPreviewLink,
  purgePreviewLinks,
  sendCampaignTest,
} from './preview-links/preview-links.ts'
export { eraseRows, findPersonalRows, type PersonalFailure } from './privacy.ts'
