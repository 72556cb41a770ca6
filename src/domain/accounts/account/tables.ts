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

export type AccountTables = {
  'access.account': Account & { clock_offset: Generated<string>; created_at: Date }
  'access.user': User & {
    account_id: string
    email_key: string
    password_hash: string | null
    totp_enabled_at: Generated<Date | null>
    removed_at: Generated<Date | null>
    created_at: Date
  }
}
