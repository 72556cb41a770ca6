/**
 * Campaigns: the templates of gifts.
 *
 * - A *campaign* defines the sender, the invitation method and the items offered. Its state is
 *   *available* or *archived*.
 * - Its *offering* is an ordered list of variants.
 * - Its *max choices* is how many of them a recipient may choose, each of another product.
 * - Its *rate rule* decides which rate of a carrier is bought for a shipping label.
 * - Its *communication settings* are language, colours and the reminder plan.
 */

export { type AdminCampaign, findForAdmin, listForAdmin } from './admin-list.ts'
export type { AdminCampaignFilter, CampaignSettings } from './admin-store.ts'
export { listWithBudget } from './admin-store.ts'
export { archive, restore } from './archive.ts'
export { archiveProduct, findActiveCampaignsWith, restoreProduct } from './archive-product.ts'
export { bulkUpdateProducts, type ProductBulkChange } from './bulk-update-products.ts'
export {
  type Closure,
  closureOf,
  findClosure,
  findClosureError,
  findEnd,
  withoutClosed,
} from './closure.ts'
export { communicationSettingsById } from './communication-settings.ts'
export { create } from './create.ts'
export { createDemoCampaigns } from './create-demo.ts'
export { clone, createFromAdmin } from './create-from-admin.ts'
export { demoCampaignTranslations } from './demo-translations.ts'
export { canReplaceUnclaimed, findFallbacks, updateFallback } from './fallback.ts'
export { checkCatalogueImport, importCatalogue } from './import-catalogue.ts'
export { listSendable } from './list-sendable.ts'
export {
  listOfferedVariants,
  maxOfferingBytes,
  type OfferedVariant,
  offeringTooLargeMessage,
  previewOffer,
} from './offered-variants.ts'
export { measureOfferings, rejectEnlargedOfferings } from './offering-size.ts'
export { diffSettings, findDefaults, patch } from './patch.ts'
export { defaultRateRule, findRateRule, type RateRuleInput } from './rate-rule.ts'
export { find, list, maxChoicesById, namesById } from './read.ts'
export {
  afterQuietHours,
  computeReminders,
  defaultPlan,
  type Reminder,
  type ReminderPlan,
} from './reminder-plan.ts'
export { findSendable, findSendableWithoutTransaction } from './sendable-campaign.ts'
export type {
  Campaign,
  CampaignTranslationsInput,
  CommunicationSettings,
  CommunicationUpdate,
  InvitationMethod,
  NewCampaign,
  RateRule,
  SendableCampaign,
  Theme,
  TranslatedText,
} from './tables.ts'
export {
  findTranslation,
  normalizeTranslations,
  type Translatable,
  translateMessage,
  translateTheme,
} from './translations.ts'
export { updateCommunication } from './update-communication.ts'
export {
  defaultWrapping,
  parseWrappingName,
  type Wrapping,
  wrappingImagePath,
} from './wrapping.ts'
