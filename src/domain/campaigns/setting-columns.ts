import { type Budget, toBudgetColumns } from '#accounts'
import type { EmailMessage, SelectionMode } from '#contract'
import type { Tone } from '#contract/tones'
import type { ReminderPlan } from './reminder-plan.ts'
import type { CampaignTranslations, InvitationMethod, RateRule, Theme } from './tables.ts'
import type { Wrapping } from './wrapping.ts'

/** A campaign with all its settings, as stored. */
export interface CampaignSettings {
  id: string
  name: string
  description: string
  archived_at: Date | null
  is_paused: boolean
  /** From this time on, the campaign takes no new gift requests. Null: it has no end. */
  ends_at: Date | null
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  max_choices: number
  email_message: EmailMessage
  theme: Theme
  sender_id: string
  locale: string
  time_zone: string
  reminders: ReminderPlan
  translations: CampaignTranslations
  /** Null: that of the account. */
  tone: Tone | null
  rate_rule: RateRule
  /** Whether a card is printed for each parcel. */
  prints_card: boolean
  /** What replaces gifts that expire unclaimed: a donation or a digital item; null if nothing does. */
  fallback_variant_id: string | null
  wrapping: Wrapping
  cost_centre: string | null
  purchase_order_number: string | null
  budget: Budget | null
  /** The teams that may send the campaign. Empty: everybody. */
  team_ids: readonly string[]
  created_at: Date
  updated_at: Date
  /** Includes archived variants, in display order. */
  variant_ids: readonly string[]
}

/** The columns of the settings that can change. The budget has columns of its own. */
export const settingColumns = [
  'name',
  'description',
  'archived_at',
  'is_paused',
  'ends_at',
  'selection_mode',
  'visible_at_redemption',
  'expires_after_days',
  'max_choices',
  'email_message',
  'theme',
  'sender_id',
  'locale',
  'time_zone',
  'reminders',
  'translations',
  'tone',
  'rate_rule',
  'prints_card',
  'fallback_variant_id',
  'wrapping',
  'cost_centre',
  'purchase_order_number',
  'team_ids',
  'updated_at',
] as const satisfies readonly (keyof CampaignSettings)[]

/** Returns the values of the columns of these settings; settings that are undefined have none. */
export const toColumns = (settings: Readonly<Partial<CampaignSettings>>): object => ({
  ...Object.fromEntries(settingColumns.map((name) => [name, settings[name]])),
  ...toBudgetColumns(settings.budget),
})
