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

export interface ApiToken {
  id: string
  name: string
  last_four: string
  created_at: Date
  last_used_at: Date | null
  expired_at: Date | null
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
  'access.api_token': ApiToken & { account_id: string; token_hash: Buffer }
  'access.idempotency_key': {
    account_id: string
    key: string
    fingerprint: Buffer
    status: number
    content_type: string
    body: Buffer
    created_at: Date
  }
}
