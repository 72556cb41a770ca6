import type { ColumnType } from 'kysely'
import type * as catalogue from '#catalogue'
import type { EmailMessage, Image, SelectionMode, Sender } from '#contract'
import type { ReminderPlan } from './reminder-plan.ts'

export type InvitationMethod = 'email' | 'gift_link' | 'one_link' | 'sender_provided_address'

export interface Theme {
  color: string
  /** One that begins with / lies at our own origin. */
  logo_url: string
  headline: string
  message: string
}

/** The campaign of the API, member for member in its order (decisions §2). */
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

/** A product with those of its variants that the campaign offers. */
export interface CampaignProduct {
  id: string
  name: string
  description: string
  kind: catalogue.ProductKind
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
  /** The person who gives. */
  sender_id: string
  /** What is put in front of people, in this order. */
  variant_ids: readonly string[]
}

/** How a campaign writes to people: in which language and colours, and when it reminds them. */
export interface CommunicationSettings {
  account_id: string
  id: string
  invitation_method: InvitationMethod
  /** With the account's brand where the campaign has nothing of its own. */
  theme: Theme
  locale: string
  time_zone: string
  reminders: ReminderPlan
}

export interface CommunicationUpdate {
  locale?: string
  time_zone?: string
  reminders?: ReminderPlan
}

/** What one needs of a campaign to give in its name. */
export interface SendableCampaign {
  id: string
  name: string
  archived_at: Date | null
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  email_message: EmailMessage
  sender: Sender
  /** Rises whenever this campaign, its offering or anything it offers changes. */
  revision: number
}

type Json<T> = ColumnType<T, string>

interface CampaignColumns {
  account_id: string
  id: string
  name: string
  description: string
  archived_at: Date | null
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  sender_id: string
  created_at: Date
  updated_at: Date
}

export interface CampaignRow extends CampaignColumns {
  email_message: EmailMessage
  theme: Theme
  /** In the order in which people see them. */
  variant_ids: readonly string[]
}

export type CampaignsTables = {
  'campaigns.campaign': CampaignColumns & { email_message: Json<EmailMessage>; theme: Json<Theme> }
  'campaigns.campaign_variant': {
    account_id: string
    campaign_id: string
    variant_id: string
    position: number
  }
}
