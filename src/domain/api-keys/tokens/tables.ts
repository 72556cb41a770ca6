import type { GrantedScope } from '#contract'

export interface ApiToken {
  id: string
  name: string
  last_four: string
  scopes: readonly GrantedScope[]
  created_at: Date
  last_used_at: Date | null
  expired_at: Date | null
}

export type ApiTokenTables = {
  'access.api_token': ApiToken & { account_id: string; token_hash: Buffer }
}
