import type { OneLink } from '#web/admin-api.ts'
import type { Tone } from '#web/components/status-badge.tsx'

// biome-ignore format: read down the columns
export const oneLinkStateLabels: Readonly<Record<OneLink['state'], { label: string; tone: Tone }>> = {
  open:        { label: 'Open',        tone: 'good' },
  all_claimed: { label: 'All claimed', tone: 'move' },
  expired:     { label: 'Expired',     tone: 'end' },
  closed:      { label: 'Closed',      tone: 'end' },
}
