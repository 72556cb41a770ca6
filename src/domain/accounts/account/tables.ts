import type { Generated } from 'kysely'

export type Tier = 'enterprise' | 'on_demand'
export type Stage = 'staging' | 'production'
export type Role = 'admin' | 'sender'

export interface Account {
  id: string
  name: string
  tier: Tier
  tenant: string
  region: string
  stage: Stage
}

export interface User {
  id: string
  name: string
  email: string
  role: Role
}

/** What an admin can set for the account. */
export interface Settings {
  name: string
  /** #rrggbb; mails and pages are in this colour where their campaign has none of its own. */
  brand_color: string | null
  logo_url: string | null
  /** Whom mails are from, when it is not the account's name. */
  sender_name: string | null
  /** For how many days after delivery a recipient's address is kept. */
  address_retention_days: number
  /** Undefined while nothing was ever set. */
  updated_at: Date | null
}

/** What an account looks like to recipients. */
export interface Brand extends Pick<Settings, 'name' | 'brand_color' | 'logo_url' | 'sender_name'> {
  account_id: string
}

export type AccountTables = {
  'access.account': Account & { clock_ahead: Generated<string>; created_at: Date }
  'access.person': User & {
    account_id: string
    email_key: string
    password_hash: string | null
    totp_since: Generated<Date | null>
    removed_at: Generated<Date | null>
    created_at: Date
  }
}
