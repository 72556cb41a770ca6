import { Select } from '@mantine/core'
import type { Campaign, CampaignChoices } from '#web/admin-api.ts'
import { t } from '#web/i18n/campaigns.ts'
import { type CampaignForm, itemLabel } from './campaign-form.ts'

/** What happens when a gift expires and its recipient did not redeem it. */
export function FallbackField({ form, choices }: { form: CampaignForm; choices: CampaignChoices }) {
  const donations = choices.items.filter(({ kind }) => kind === 'donation')
  const current = form.values.fallback_variant_id
  const options = donations.map((item) => ({
    value: item.variant_id,
    label: t('Donate: {item}', { item: itemLabel(item) }),
  }))
  const isArchived = current !== null && options.every(({ value }) => value !== current)
  return (
    <Select
      label={t('When a gift expires unclaimed')}
      description={
        donations.length === 0
          ? t('Add a charity to the catalogue to donate unclaimed gifts.')
          : t(
              'Also for gifts that are already sent. The recipient’s page says so. To offer another gift instead, send the expired gift again.',
            )
      }
      maw={480}
      allowDeselect={false}
      data={[
        { value: '', label: t('Nothing happens') },
        ...options,
        ...(isArchived ? [{ value: current, label: t('Donate: an archived item') }] : []),
      ]}
      {...form.getInputProps('fallback_variant_id')}
      value={current ?? ''}
      onChange={(value) => form.setFieldValue('fallback_variant_id', value || null)}
    />
  )
}

/** Says in the details of a campaign what happens with unclaimed gifts. */
export const describeFallback = ({ fallback_variant_id }: Campaign): string =>
  fallback_variant_id === null ? t('Nothing happens') : t('Become a donation')
