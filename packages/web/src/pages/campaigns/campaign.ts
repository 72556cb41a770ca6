import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import type { DestinationRules } from '#web/components/destinations.ts'
import type { ProductKind } from '#web/components/product-kind.ts'
import { useEditable } from '#web/use-editable.ts'

export type InvitationMethod = 'email' | 'gift_link' | 'one_link' | 'sender_provided_address'

export interface CampaignTheme {
  color: string
  logo_url: string
  headline: string
  message: string
}

export interface ReminderPlan {
  after_days: number[]
  before_expiry_days: number[]
  quiet: { from: string; to: string } | null
}

export interface RateRule {
  kind: 'cheapest' | 'fastest' | 'manual'
  max_amount_minor?: number
  currency?: string
}

interface Image {
  urls: { thumbnail: string; large: string }
}

/** One offered product or variant of a campaign. */
export interface OfferedItem extends DestinationRules {
  variant_id: string
  product_id: string
  name: string
  kind: ProductKind
  sku: string
  images: readonly Image[]
  is_on_offer: boolean
}

interface CampaignBase {
  id: string
  name: string
  description: string
  state: 'available' | 'archived'
  invitation_method: InvitationMethod
  selection_mode: 'one' | 'all'
  visible_at_redemption: boolean
  expires_after_days: number
  /** How many items each recipient can choose. */
  max_choices: number
  theme: CampaignTheme
  sender: { id: string; name: string; email: string }
  locale: string
  time_zone: string
  created_at: string
  updated_at: string
}

/** A campaign in a list. */
export interface ListedCampaign extends CampaignBase {
  items: number
  images: { name: string; url: string }[]
}

export interface Campaign extends CampaignBase {
  email_message: { subject: string; body: string }
  reminders: ReminderPlan
  rate_rule: RateRule
  /** The donation that replaces gifts that expire unclaimed. */
  fallback_variant_id: string | null
  offering: OfferedItem[]
}

export interface Funnel {
  sent: number
  opened: number
  redeemed: number
  delivered: number
}

export const useCampaign = (id: string) =>
  useQuery({
    queryKey: ['campaign', id],
    queryFn: () => api.get<Campaign>(`/campaigns/${id}`),
  })

/** Loads a campaign for a form. */
export const useEditableCampaign = (id: string) => useEditable<Campaign>(`/campaigns/${id}`)

/** The funnel of each campaign by id. A separate query, so that the list does not wait for counting. */
export const useFunnels = (ids: readonly string[]) =>
  useQuery({
    queryKey: ['campaign-funnels', ids],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: (Funnel & { id: string })[] }>(
        '/campaigns/stats',
        { ids: ids.join(',') },
        signal,
      )
      return new Map(data.map(({ id, ...funnel }) => [id, funnel]))
    },
    enabled: ids.length > 0,
  })

export const methodLabels: Readonly<Record<InvitationMethod, { label: string; about: string }>> = {
  email: { label: 'By email', about: 'Each recipient gets an email with a personal link.' },
  gift_link: {
    label: 'By personal link',
    about: 'You get a link for each recipient and share it yourself.',
  },
  one_link: {
    label: 'One-link',
    about: 'One shared link or QR code. Each visitor can claim one gift.',
  },
  sender_provided_address: {
    label: 'Direct send',
    about: 'You choose the items and the address. Recipients choose nothing.',
  },
}

export const languageOptions = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'fr', label: 'Français' },
  { value: 'es', label: 'Español' },
  { value: 'ja', label: '日本語' },
] as const
