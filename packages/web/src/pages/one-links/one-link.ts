import type { ClaimRules, OneLink, OneLinkDetail } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import type { Tone } from '#web/components/feedback/status-badge.tsx'
import { t } from '#web/i18n/one-links.ts'

// biome-ignore format: read down the columns
export const oneLinkStateLabels: Readonly<Record<OneLink['state'], { label: string; tone: Tone }>> = {
  open:        { label: t('Open'),        tone: 'good' },
  all_claimed: { label: t('All claimed'), tone: 'move' },
  expired:     { label: t('Expired'),     tone: 'end' },
  closed:      { label: t('Closed'),      tone: 'end' },
}

/** A one-link with its claim rules, for the page of the one-link. */
export interface OneLinkWithRules extends OneLinkDetail {
  rules: ClaimRules
}

export async function readOneLink(id: string): Promise<OneLinkWithRules> {
  const [link, rules] = await Promise.all([
    api.get(`/one_links/${id}`),
    api.get(`/one_links/${id}/claim_rules`),
  ])
  return { ...link, rules }
}

export const oneLinkName = ({ name, campaign }: OneLink): string => name ?? campaign.name
