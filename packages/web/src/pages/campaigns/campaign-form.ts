import type { UseFormReturnType } from '@mantine/form'
import type { Campaign, GreetingInput, InvitationMethod, OfferableItem } from '#web/admin-api.ts'
import { toNewGreeting } from '#web/components/forms/greeting-picker.tsx'
import { t } from '#web/i18n/campaigns.ts'
import { language } from '#web/i18n/language.ts'
import { useRead } from '#web/use-read.ts'

export interface CampaignFormValues extends Record<string, unknown> {
  name: string
  description: string
  invitation_method: InvitationMethod
  selection_mode: 'one' | 'all'
  visible_at_redemption: boolean
  expires_after_days: number
  /** From this time on, the campaign takes no new gifts. */
  ends_at: string | null
  max_choices: number
  email_message: { subject: string; body: string }
  theme: Campaign['theme']
  sender_id: string
  variant_ids: string[]
  locale: string
  time_zone: string
  reminders: Campaign['reminders']
  rate_rule: Campaign['rate_rule']
  /** The variant that replaces a gift if it expires unclaimed: a donation or a digital item. */
  fallback_variant_id: string | null
  wrapping: Campaign['wrapping']
  greeting: GreetingInput
  prints_card: boolean
  translations: Campaign['translations']
  tone: Campaign['tone']
  cost_centre: string | null
  purchase_order_number: string | null
  budget: Campaign['budget']
  team_ids: string[]
}

export type CampaignForm = UseFormReturnType<CampaignFormValues>

export const useCampaignChoices = () =>
  useRead('/campaigns/choices', undefined, { staleTime: 60_000 })

interface AccountBranding {
  brand_color: string | null
  logo_url: string | null
}

/**
 * Creates the initial values of a new campaign. They include the branding of the account. They also include a
 * message in the language of the web app, which the user can send without changes.
 */
export const createInitialValues = (
  senderId: string,
  brand: AccountBranding,
  defaultLogoUrl: string,
): CampaignFormValues => ({
  name: '',
  description: '',
  invitation_method: 'email',
  selection_mode: 'one',
  visible_at_redemption: true,
  expires_after_days: 60,
  ends_at: null,
  max_choices: 1,
  email_message: {
    subject: t('We have a gift for you'),
    body: t(
      'We’d like to say thank you. Choose the gift you like best, and we’ll ship it within a few days.',
    ),
  },
  theme: {
    color: brand.brand_color ?? '#7a2459',
    logo_url: brand.logo_url ?? defaultLogoUrl,
    headline: t('A gift for you'),
    message: t('Choose the one you like best.'),
  },
  sender_id: senderId,
  variant_ids: [],
  locale: language,
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  reminders: {
    after_days: [5, 21],
    before_expiry_days: [3],
    quiet: { from: '20:00', to: '08:00' },
  },
  rate_rule: { kind: 'cheapest', max_amount: null },
  fallback_variant_id: null,
  wrapping: { paper: 'dots', ribbon: 'cream' },
  greeting: { card: null, media_id: null },
  prints_card: true,
  translations: {},
  tone: null,
  cost_centre: null,
  purchase_order_number: null,
  budget: null,
  team_ids: [],
})

export const toFormValues = (campaign: Campaign): CampaignFormValues => ({
  name: campaign.name,
  description: campaign.description,
  invitation_method: campaign.invitation_method,
  selection_mode: campaign.selection_mode,
  visible_at_redemption: campaign.visible_at_redemption,
  expires_after_days: campaign.expires_after_days,
  ends_at: campaign.ends_at,
  max_choices: campaign.max_choices,
  email_message: campaign.email_message,
  theme: campaign.theme,
  sender_id: campaign.sender.id,
  variant_ids: campaign.offering.map(({ variant_id }) => variant_id),
  locale: campaign.locale,
  time_zone: campaign.time_zone,
  reminders: campaign.reminders,
  rate_rule: campaign.rate_rule,
  fallback_variant_id: campaign.fallback_variant_id,
  wrapping: campaign.wrapping,
  greeting: {
    card: campaign.greeting.card,
    media_id: campaign.greeting.media?.id ?? null,
  },
  prints_card: campaign.prints_card,
  translations: campaign.translations,
  tone: campaign.tone,
  cost_centre: campaign.cost_centre,
  purchase_order_number: campaign.purchase_order_number,
  budget: campaign.budget,
  team_ids: campaign.team_ids,
})

/** Builds the body of a request. The body omits optional members that have no value. */
export const toBody = ({ greeting, rate_rule, ...values }: CampaignFormValues) => ({
  ...values,
  greeting: toNewGreeting(greeting),
  rate_rule: {
    kind: rate_rule.kind,
    ...(rate_rule.max_amount !== null && { max_amount: rate_rule.max_amount }),
  },
})

/** Returns the label of an item, such as 'Stoneware mug – Sage'. */
export const itemLabel = ({
  product_name,
  variant_name,
}: Pick<OfferableItem, 'product_name' | 'variant_name'>) =>
  variant_name.toLowerCase().startsWith(product_name.toLowerCase())
    ? variant_name
    : `${product_name} – ${variant_name}`
