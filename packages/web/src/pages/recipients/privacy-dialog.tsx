import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, api } from '#web/api.ts'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { saveFile } from '#web/components/files/save-file.ts'
import { Trans, t } from '#web/i18n/recipients.ts'
import { reloadAfterSeries } from '#web/query-client.ts'

/** Opens the dialog for requests about personal data. It exports or erases the data of a person. */
export const openPrivacyDialog = (email = ''): void =>
  openDialog({ title: t('Export or erase a person’s data'), size: 'lg' }, (close) => (
    <PrivacyForm email={email} close={close} />
  ))

function PrivacyForm({ email: initialEmail, close }: { email: string; close: () => void }) {
  const [email, setEmail] = useState(initialEmail)
  const [confirmation, setConfirmation] = useState('')
  const navigate = useNavigate()
  const exportData = useMutation({
    mutationFn: () => api.post('/recipients/export', { email }),
    onSuccess: (data) =>
      saveFile(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        'personal-data.json',
      ),
  })
  const eraseData = useMutation({
    mutationFn: () =>
      reloadAfterSeries(async () => {
        const erased = await api.post('/recipients/erase', { email })
        await navigate({ to: '/recipients' })
        return erased
      }),
    onSuccess: ({ gift_requests, cancelled }) => {
      close()
      toast(
        gift_requests === 0
          ? t('No data is stored about this person.')
          : [
              t('The person’s data was erased from {count} gifts.', { count: gift_requests }),
              ...(cancelled === 0
                ? []
                : [
                    t('{count} gifts that were not delivered were cancelled.', {
                      count: cancelled,
                    }),
                  ]),
            ].join(' '),
      )
    },
  })
  const failure = exportData.error ?? eraseData.error
  const isConfirmed =
    confirmation.trim().toLowerCase() === email.trim().toLowerCase() && confirmation !== ''
  return (
    <Stack>
      <TextInput
        label={t('Email address')}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      {failure !== null && (
        <Alert color="red" variant="light" role="alert">
          {failure.message}
          {failure instanceof ApiError && failure.requestId !== undefined && (
            <Text size="xs">{t('Request ID {id}', { id: failure.requestId })}</Text>
          )}
        </Alert>
      )}
      <section aria-label={t('Export')}>
        <Text size="sm" mb="xs">
          {t(
            'A file with all stored data: gifts, addresses, emails, notes, and the webhook events sent about them.',
          )}
        </Text>
        <Button
          variant="default"
          disabled={email.trim() === ''}
          loading={exportData.isPending}
          onClick={() => exportData.mutate()}
        >
          {t('Download export')}
        </Button>
      </section>
      <section aria-label={t('Erase')} className="panel" style={{ padding: '1rem' }}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (isConfirmed) eraseData.mutate()
          }}
        >
          <Text size="sm" mb="xs">
            <Trans
              text="Removes name, address, emails and notes from all gifts, and cancels gifts that haven’t shipped. <b>This can’t be undone.</b> Only IDs, states and counts remain."
              b={(content) => <b>{content}</b>}
            />
          </Text>
          <Group align="flex-end">
            <TextInput
              style={{ flex: '1 1 14rem' }}
              label={t('Type the email address again')}
              autoComplete="off"
              value={confirmation}
              onChange={(event) => setConfirmation(event.currentTarget.value)}
            />
            <Button
              type="submit"
              color="red.8"
              disabled={!isConfirmed}
              loading={eraseData.isPending}
            >
              {t('Erase permanently')}
            </Button>
          </Group>
        </form>
      </section>
    </Stack>
  )
}
