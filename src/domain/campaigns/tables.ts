import type { Budget, CostDefaults } from '#accounts'
import type * as catalogue from '#catalogue'
import type { EmailMessage, Image, SelectionMode, Sender } from '#contract'
import type { Tone } from '#contract/tones'
import type { Language } from '#platform/lib/languages'
import type { ReminderPlan } from './reminder-plan.ts'
import type { Wrapping } from './wrapping.ts'

/** The texts of a campaign that a recipient reads. The subject and the body are those of the email. */
export const translatedTexts = ['subject', 'body', 'headline', 'message'] as const
export type TranslatedText = (typeof translatedTexts)[number]

/** The texts of a campaign in one language. A missing text falls back to the language of the campaign. */
export type CampaignTranslation = Partial<Record<TranslatedText, string>>

/** The translations of a campaign by language. */
export type CampaignTranslations = Readonly<Partial<Record<Language, CampaignTranslation>>>

/** Translations as a body has them, with any text as language. */
export type CampaignTranslationsInput = Readonly<Record<string, CampaignTranslation>>

export type InvitationMethod = 'email' | 'gift_link' | 'one_link' | 'sender_provided_address'

export interface Theme {
  color: string
  /** A URL that starts with / is relative to the origin of this service. */
  logo_url: string
  headline: string
  message: string
}

/** The campaign object of the API, with members in the order of the contract (decisions §2). */
export interface Campaign {
  id: string
  name: string
  description: string
  state: 'available' | 'archived'
  archived_at: Date | null
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  email_message: EmailMessage
  theme: Theme
  sender: Sender
  products: readonly CampaignProduct[]
  web_url: string
  created_at: Date
  updated_at: Date
}

/** A product with the variants that the campaign offers. */
export interface CampaignProduct {
  id: string
  name: string
  description: string
  /** The contract knows two kinds: a donation is `digital`, because it ships nothing. */
  kind: 'physical' | 'digital'
  images: readonly Image[]
  variants: readonly {
    id: string
    sku: string
    name: string
    images: readonly Image[]
    stock_levels: readonly catalogue.StockLevel[]
  }[]
}

export interface NewCampaign {
  name: string
  description: string
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  email_message: EmailMessage
  theme: Theme
  /** The user who sends the gifts. */
  sender_id: string
  /** How many items a recipient may choose, each of another product; 1 by default. */
  max_choices?: number
  /** The variants offered, in this order. */
  variant_ids: readonly string[]
}

/** How the rate of a shipping label is chosen, with carriers that offer several. */
export type RateRule =
  | { kind: 'cheapest' }
  /** The fastest rate that costs at most this amount, in the smallest unit of the currency. */
  | { kind: 'fastest'; max_amount_minor: number; currency: string }
  /** A person chooses; the parcel is placed without a label. */
  | { kind: 'manual' }

/** The language, theme and reminders of a campaign. */
export interface CommunicationSettings {
  account_id: string
  id: string
  invitation_method: InvitationMethod
  /** Contains the account's branding where the campaign has no values of its own. */
  theme: Theme
  wrapping: Wrapping
  locale: string
  time_zone: string
  reminders: ReminderPlan
  email_message: EmailMessage
  translations: CampaignTranslations
  /** Whether texts address recipients formally: that of the campaign, or else of the account. Null: as usual. */
  tone: Tone | null
  /** Whether a card is printed for each parcel. */
  prints_card: boolean
}

export interface CommunicationUpdate {
  locale?: string
  time_zone?: string
  reminders?: ReminderPlan
  /** Replaces all translations. */
  translations?: CampaignTranslationsInput
  /** Null: that of the account. */
  tone?: Tone | null
}

/** Whether a campaign takes new gift requests. */
export interface CampaignEnd {
  is_paused: boolean
  /** From this time on it takes none. Null: it has no end. */
  ends_at: Date | null
}

/** The fields of a campaign that creating a gift request needs. */
export interface SendableCampaign extends CampaignEnd {
  id: string
  name: string
  archived_at: Date | null
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  email_message: EmailMessage
  sender: Sender
  /** How many items a recipient may choose with selection mode `one`. */
  max_choices: number
  /** New gift requests copy these. */
  cost_centre: string | null
  purchase_order_number: string | null
  budget: Budget | null
  /** The teams that may send the campaign. Empty: everybody. */
  team_ids: readonly string[]
  defaults: CostDefaults
  /** What replaces gifts that expire unclaimed: a donation or a digital item. */
  fallback_variant_id: string | null
  /** Increases with each change of the campaign, its offering or its products. */
  revision: number
}

export interface CampaignRow {
  account_id: string
  id: string
  name: string
  description: string
  archived_at: Date | null
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  max_choices: number
  sender_id: string
  created_at: Date
  updated_at: Date
  email_message: EmailMessage
  theme: Theme
  /** In display order. */
  variant_ids: readonly string[]
}
