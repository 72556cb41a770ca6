import { Select, Stack, Text } from '@mantine/core'
import type { Connection } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'

/** Opens the form that says how the gifts are sent that buyers pay in the checkout of a shop. */
export function openCheckout({ id, name, checkout }: Connection): void {
  openForm({
    title: t('Gifts from the checkout of {name}', { name }),
    initial: { campaign_id: checkout?.campaign_id ?? null, sender_id: checkout?.sender_id ?? null },
    onSubmit: (values) => api.put(`/connections/${id}/checkout`, values),
    onDone: () => toast(t('Saved.')),
    submitLabel: t('Save'),
    children: (form) => <CheckoutFields getInputProps={form.getInputProps} />,
  })
}

function CheckoutFields({ getInputProps }: { getInputProps: (name: string) => object }) {
  const choices = useRead('/send/choices')
  const members = useRead('/members')
  const campaigns = (choices.data?.campaigns ?? []).filter(
    ({ invitation_method }) => invitation_method === 'email',
  )
  return (
    <Stack>
      <Text size="sm">
        {t(
          'The buyer pays in the shop, the recipient chooses size and address here, and the shop ships that order. Leave both empty to take no gifts.',
        )}
      </Text>
      <Select
        label={t('Campaign')}
        description={t('Its theme and its days to choose. It invites by email.')}
        data={campaigns.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear the campaign') }}
        nothingFoundMessage={t('No campaign invites by email')}
        {...getInputProps('campaign_id')}
      />
      <Select
        label={t('Sender')}
        description={t(
          'Gets replies and thank-you notes. The recipient reads the name of the buyer.',
        )}
        data={(members.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear the sender') }}
        {...getInputProps('sender_id')}
      />
    </Stack>
  )
}
