import type { Campaign, ClaimRules, OneLink, OneLinkDetail } from '#web/admin-api.ts'
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

async function readOneLink(id: string): Promise<OneLinkWithRules> {
  const [link, rules] = await Promise.all([
    api.get(`/one_links/${id}`),
    api.get(`/one_links/${id}/claim_rules`),
  ])
  return { ...link, rules }
}

/** A one-link with what its page shows of its campaign. */
export interface OneLinkOfPage extends OneLinkWithRules {
  /** Why the campaign takes no new gifts, although the one-link does. Null also for users who cannot read campaigns. */
  closure: Campaign['closure']
}

export async function readOneLinkOfPage(
  id: string,
  canReadCampaigns: boolean,
): Promise<OneLinkOfPage> {
  const link = await readOneLink(id)
  const isRead = canReadCampaigns && isUsable(link)
  const closure = isRead ? (await api.get(`/campaigns/${link.campaign.id}`)).closure : null
  return { ...link, closure }
}

/**
 * Returns whether recipients can still claim gifts. If so, it is useful to print the link, and the user can
 * close it.
 */
export const isUsable = ({ state, closed_at }: OneLink): boolean =>
  closed_at === null && state !== 'expired'

export const oneLinkName = ({ name, campaign }: OneLink): string => name ?? campaign.name
