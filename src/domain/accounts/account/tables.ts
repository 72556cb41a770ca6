import type { Role } from '#contract/permissions'
import type { Tone } from '#contract/tones'
import type { Language } from '#platform/lib/languages'

export type Tier = 'enterprise' | 'on_demand'
export type Stage = 'staging' | 'production'

export interface Account {
  id: string
  name: string
  tier: Tier
  tenant: string
  region: string
  stage: Stage
  /** When an operator suspended the account; null if it is active. */
  suspended_at: Date | null
}

/** An account, as operators of the installation see it. */
export interface ManagedAccount extends Account {
  /** The name of the account in the operator's system. */
  external_id: string | null
  created_at: Date
  suspension_reason: string | null
  /** When the data of the account is deleted; null if no operator has ended it. */
  erase_after: Date | null
  /** Number of users who were not removed. */
  users: number
  /** The last request of a user of the web app. */
  last_seen_at: Date | null
}

export interface User {
  id: string
  name: string
  email: string
  role: Role
}

/** The account settings that an admin can change. */
export interface Settings {
  name: string
  /** #rrggbb; the colour of emails and pages of campaigns without a colour of their own. */
  brand_color: string | null
  logo_url: string | null
  /** The sender name of emails; null for the account's name. */
  sender_name: string | null
  /** The language of products without translation; null: that of each campaign. */
  catalogue_language: Language | null
  /** Whether texts address recipients formally; null: as usual in each language. */
  tone: Tone | null
  /** Number of days after delivery for which a recipient's address is stored. */
  address_retention_days: number
  /** Null before the first change. */
  updated_at: Date | null
}

/** The branding of an account, as recipients see it. */
export interface Brand
  extends Pick<Settings, 'name' | 'brand_color' | 'logo_url' | 'sender_name' | 'tone'> {
  account_id: string
}

/** A new user. The other columns have defaults. */
export interface NewUserRow extends User {
  account_id: string
  person_id: string
  email_key: string
  created_at: Date
}
