import { Stack, Text, TextInput } from '@mantine/core'
import type { OneLinkDetail } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { Form } from '#web/components/forms/form.tsx'
import {
  fromLocalInputValue,
  localTimeZone,
  toLocalInputValue,
} from '#web/components/forms/local-time-input.ts'
import { t } from '#web/i18n/one-links.ts'
import { useEditable } from '#web/use-editable.ts'
import { AllowedDomainsField } from './allowed-domains-field.tsx'

/** Opens a dialog that changes the expiry and the allowed domains of an open one-link. */
export const changeSettings = (id: string): void =>
  openDialog({ title: t('Expiry and domains'), size: 'lg' }, (close) => (
    <SettingsForm id={id} close={close} />
  ))

const toFormValues = ({ expires_at, allowed_email_domains }: OneLinkDetail) => ({
  expires_at: toLocalInputValue(new Date(expires_at)),
  allowed_email_domains,
})
type FormValues = ReturnType<typeof toFormValues>

function SettingsForm({ id, close }: { id: string; close: () => void }) {
  const path = `/one_links/${id}` as const
  const { data, error, refetch } = useEditable(path)
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined) return <RowsSkeleton rows={2} />
  const initial = toFormValues(data.value)
  // The field shows no seconds. If the user does not change the expiry, the request omits it.
  const save = ({ expires_at, allowed_email_domains }: FormValues, etag?: string) =>
    api.patch(
      path,
      {
        allowed_email_domains,
        ...(expires_at !== initial.expires_at && { expires_at: fromLocalInputValue(expires_at) }),
      },
      etag,
    )
  return (
    <Form
      key={data.etag}
      initial={initial}
      onSubmit={(values) => save(values, data.etag)}
      conflict={{
        id,
        fetchLatest: async () => toFormValues(await api.get(path)),
        reload: () => void refetch(),
        overwrite: (values) => save(values),
      }}
      onDone={() => {
        close()
        toast(t('One-link changed.'))
      }}
      onCancel={close}
      submitLabel={t('Save changes')}
    >
      {(form) => (
        <Stack>
          <TextInput
            type="datetime-local"
            label={t('Expires')}
            description={t(
              'Your time: {timeZone}. Gifts that were claimed keep the time that their recipients have.',
              { timeZone: localTimeZone },
            )}
            {...form.getInputProps('expires_at')}
          />
          <AllowedDomainsField
            value={form.values.allowed_email_domains}
            onChange={(domains) => form.setFieldValue('allowed_email_domains', domains)}
            errors={form.errors}
          />
          <Text size="sm" c="dimmed">
            {t(
              'Domains apply to further claims. The number of gifts is fixed: for more gifts, create another link.',
            )}
          </Text>
        </Stack>
      )}
    </Form>
  )
}
