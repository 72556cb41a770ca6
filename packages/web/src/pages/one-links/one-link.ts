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

export interface OneLinkDetail extends OneLink {
  unclaimed: number
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
