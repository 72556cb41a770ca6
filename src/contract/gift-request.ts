import type { Status } from './events.ts'
import type { RawJson } from './raw-json.ts'

/** The data of a gift request from which each API version renders its representation (interface §2). */
export interface GiftRequestView {
  id: string
  reference: string
  status: Status
  campaign: CampaignSummary | null
  redemption_url: string | null
  web_url: string
  recipient: Recipient
  sender: Sender
  shipping_address: Address | null
  offering: RawJson<Offering>
  line_items: RawJson<readonly LineItem[]> | null
  email_message: RawJson<EmailMessage>
  created_at: Date
  updated_at: Date
  metadata: RawJson<Record<string, string>>
}

export interface CampaignSummary {
  id: string
  name: string
  web_url: string
}

export interface Recipient {
  id: string
  thank_you_count: number
  first_name: string
  last_name: string
  name: string
  email: string
}

export interface Sender {
  id: string
  name: string
  email: string
}

/** `country` is ISO 3166-1 alpha-2. The country decides which other members are required (`addresses.ts`). */
export interface Address {
  name: string
  line_1: string
  line_2?: string
  city?: string
  region?: string
  postal_code?: string
  country: string
  phone?: string
}

export type SelectionMode = 'one' | 'all'

export interface Offering {
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  line_items: readonly LineItem[]
}

export interface LineItem {
  id: string
  sku: string
  variant_id: string
  name: string
  quantity: number
  images: readonly Image[]
}

export interface Image {
  name: string
  url: string
  urls: { thumbnail: string; large: string; large_wide: string }
}

export interface EmailMessage {
  subject: string
  body: string
}
