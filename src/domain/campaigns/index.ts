/**
 * Why and how things are given.
 *
 * - A *campaign* says who gives, how people are invited, and what is put in front of them. It is
 *   *available* until it is *archived*.
 * - Its *offering* is the variants it puts in front of people, in its own order.
 * - Its *manner* is how it writes to people: language, colours, and its plan of reminders.
 */
export { archive, restore } from './archive.ts'
export { change, type WantedCampaign } from './change.ts'
export { changeManner, type WantedManner } from './change-manner.ts'
export { create, type NewCampaign } from './create.ts'
export { createDemoCampaigns } from './create-demo.ts'
export { browse, type DeskCampaign, findForDesk } from './desk.ts'
export type { CampaignFilter, CampaignSettings } from './desk-store.ts'
export { type ForGiving, forGiving, forGivingAlone } from './for-giving.ts'
export { find, list } from './look.ts'
export { clone, make } from './make.ts'
export { type Manner, mannersBy } from './manner.ts'
export {
  asOffered,
  maxOfferingBytes,
  type OfferedVariant,
  offered,
  tooLarge,
} from './offered.ts'
export { offeringSizes, refuseEnlarged } from './product-size.ts'
export { outOfQuiet, type ReminderPlan, type Slot, slotsFor, usualPlan } from './reminders.ts'
export { bringBack, liveWith, retire } from './retire.ts'
export type { Campaign, InvitationMethod, Theme } from './tables.ts'
