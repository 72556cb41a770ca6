import { Select } from '@mantine/core'
import type { Campaign, CampaignChoices } from '#web/admin-api.ts'
import { t } from '#web/i18n/campaigns.ts'
import { type CampaignForm, itemLabel } from './campaign-form.ts'

type Item = CampaignChoices['items'][number]

/** A field for the action that follows when a gift expires and its recipient did not redeem it. */
export function FallbackField({ form, choices }: { form: CampaignForm; choices: CampaignChoices }) {
  const current = form.values.fallback_variant_id
  const toOptions = (isListed: (item: Item) => boolean) =>
    choices.items
      .filter(isListed)
      .map((item) => ({ value: item.variant_id, label: itemLabel(item) }))
  const donations = toOptions(({ kind }) => kind === 'donation')
  const gifts = toOptions(canReplaceUnclaimed)
  const isListed = [...donations, ...gifts].some(({ value }) => value === current)
  return (
    <Select
      label={t('When a gift expires unclaimed')}
      description={
        donations.length + gifts.length === 0
          ? t('Add a charity or a digital product to the catalogue to replace unclaimed gifts.')
          : t(
              'Also for gifts that are already sent. A digital item is emailed to recipients who have not declined.',
            )
      }
      maw={480}
      allowDeselect={false}
      data={[
        { value: '', label: t('Nothing happens') },
        ...(current === null || isListed ? [] : [{ value: current, label: t('An archived item') }]),
        { group: t('Donate'), items: donations },
        { group: t('Send another gift'), items: gifts },
      ].filter((option) => !('items' in option) || option.items.length > 0)}
      {...form.getInputProps('fallback_variant_id')}
      value={current ?? ''}
      onChange={(value) => form.setFieldValue('fallback_variant_id', value || null)}
    />
  )
}

/**
 * Returns whether an item can replace an unclaimed gift. The item must have no age or country limit, because
 * the recipient has confirmed neither an age nor a country.
 */
const canReplaceUnclaimed = ({ kind, minimum_age, destination_mode }: Item) =>
  kind === 'digital' && minimum_age === null && destination_mode === 'all'

/** Describes what happens with unclaimed gifts, for the details of a campaign. */
export function describeFallback({ fallback }: Campaign): string {
  if (fallback === null) return t('Nothing happens')
  return fallback.kind === 'donation'
    ? t('Become a donation: {item}', { item: fallback.name })
    : t('Replaced by {item}', { item: fallback.name })
}
