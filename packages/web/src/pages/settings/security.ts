export interface Passkey {
  id: string
  name: string
  is_synced: boolean
  created_at: string
  last_used_at: string | null
}

export interface Security {
  has_totp: boolean
  backup_codes_left: number
  passkeys: Passkey[]
}
