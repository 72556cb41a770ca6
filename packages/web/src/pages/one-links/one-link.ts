import type { Tone } from '#web/components/status-badge.tsx'

export interface OneLink {
  id: string
  campaign: { id: string; name: string }
  url: string
  quantity: number
  claimed: number
  available: number
  state: 'open' | 'closed' | 'expired' | 'all_claimed'
  allowed_email_domains: string[]
  expires_at: string
  closed_at: string | null
  created_at: string
}

/** The rules for claims of a one-link. */
export interface ClaimRules {
  require_confirmation: boolean
  require_approval: boolean
  has_waiting_list: boolean
  refuse_disposable: boolean
  max_claims_per_address: number
  max_claims_per_network: number
  max_claims_per_device: number
}

interface ClaimCounts {
  unconfirmed: number
  pending: number
  listed: number
  offered: number
  rejected: number
  refused: { reason: string; count: number }[]
}

/** A claim without a gift. */
export interface OpenClaim {
  id: string
  state: 'pending' | 'listed' | 'offered'
  name: string
  email: string
  since: string
  until: string | null
}

export interface OpenClaims {
  pending: OpenClaim[]
  waiting_list: OpenClaim[]
}

export interface OneLinkDetail extends OneLink {
  unclaimed: number
  rules: ClaimRules
  counts: ClaimCounts
  claims: {
    id: string
    reference: string
    name: string
    email: string
    status: string
    updated_at: string
  }[]
}

// biome-ignore format: read down the columns
export const oneLinkStateLabels: Readonly<Record<OneLink['state'], { label: string; tone: Tone }>> = {
  open:        { label: 'Open',        tone: 'good' },
  all_claimed: { label: 'All claimed', tone: 'move' },
  expired:     { label: 'Expired',     tone: 'end' },
  closed:      { label: 'Closed',      tone: 'end' },
}
