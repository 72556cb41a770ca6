import type { OneLink } from '#web/admin-api.ts'
import type { Tone } from '#web/components/status-badge.tsx'
import { t } from '#web/i18n/one-links.ts'

// biome-ignore format: read down the columns
export const oneLinkStateLabels: Readonly<Record<OneLink['state'], { label: string; tone: Tone }>> = {
  open:        { label: t('Open'),        tone: 'good' },
  all_claimed: { label: t('All claimed'), tone: 'move' },
  expired:     { label: t('Expired'),     tone: 'end' },
  closed:      { label: t('Closed'),      tone: 'end' },
}

export const oneLinkName = ({ name, campaign }: OneLink): string => name ?? campaign.name
