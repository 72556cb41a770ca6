import { useQuery } from '@tanstack/react-query'
import type { InvitationMethod } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { t } from '#web/i18n/campaigns.ts'
import { useRead } from '#web/use-read.ts'

export const useCampaign = (id: string) =>
  useRead(`/campaigns/${id}`, undefined, { refetchOnMount: 'always' })

/**
 * Loads the funnel of each campaign by id. This is a separate query, so that the list does not wait for the
 * counts.
 */
export const useFunnels = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['campaign-funnels', ids],
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/campaigns/stats', { ids: ids.join(',') }, signal)
      return new Map(data.map(({ id, ...funnel }) => [id, funnel]))
    },
    enabled: ids.length > 0,
  })

export const methodLabels: Readonly<Record<InvitationMethod, { label: string; about: string }>> = {
  email: { label: t('By email'), about: t('Each recipient gets an email with a personal link.') },
  gift_link: {
    label: t('By personal link'),
    about: t('You get a link for each recipient and share it yourself.'),
  },
  one_link: {
    label: t('One-link'),
    about: t('One shared link or QR code. Each visitor can claim one gift.'),
  },
  sender_provided_address: {
    label: t('Direct send'),
    about: t('You choose the items and the address. Recipients choose nothing.'),
  },
}
