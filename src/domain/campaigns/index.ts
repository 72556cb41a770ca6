/**
 * Why and how things are given.
 *
 * - A *campaign* says who gives, how people are invited, and what is put in front of them. It is
 *   *available* until it is *archived*.
 * - Its *offering* is the variants it puts in front of people, in its own order.
 * - Its *manner* is how it writes to people: language, colours, and its plan of reminders.
 */
export { archive, restore } from './archive.ts'
export { type CampaignUpdate, update } from './change.ts'
export { type CommunicationUpdate, updateCommunication } from './change-manner.ts'
export { create, type NewCampaign } from './create.ts'
export { createDemoCampaigns } from './create-demo.ts'
export { type AdminCampaign, findForAdmin, listForAdmin } from './desk.ts'
export type { AdminCampaignFilter, CampaignSettings } from './desk-store.ts'
export {
  findSendable,
  findSendableWithoutTransaction,
  type SendableCampaign,
} from './for-giving.ts'
export { find, list } from './look.ts'
export { clone, createFromAdmin } from './make.ts'
export { type CommunicationSettings, communicationSettingsById } from './manner.ts'
export {
  listOfferedVariants,
  maxOfferingBytes,
  type OfferedVariant,
  offeringTooLargeMessage,
  previewOffer,
} from './offered.ts'
export { measureOfferings, rejectEnlargedOfferings } from './product-size.ts'
export {
  afterQuietHours,
  computeReminders,
  defaultPlan,
  type Reminder,
  type ReminderPlan,
} from './reminders.ts'
export { archiveProduct, findActiveCampaignsWith, restoreProduct } from './retire.ts'
export type { Campaign, InvitationMethod, Theme } from './tables.ts'
