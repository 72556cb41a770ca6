import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { NewPasswordInput } from '#web/components/new-password-input.tsx'
import { OwnPasswordInput, toPassword } from '#web/components/own-password-input.tsx'
import { Page, Panel } from '#web/components/page.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/status-views.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/i18n/settings.ts'
import { useMe } from '#web/session.ts'
import { DailyEmailPanel } from './daily-email-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'
import { YouPanel } from './you-panel.tsx'

/** Name and sign-in methods of the signed-in user. */
export function ProfilePage() {
  const me = useMe()
  const { data, error, refetch } = useQuery({
    queryKey: ['security'],
    queryFn: () => api.get('/security'),
  })
  return (
    <Page
      title={t('Profile and sign-in')}
      about={t('Add a second factor to protect your account.')}
    >
      <YouPanel change={data?.email_change ?? null} />
      {(me.role === 'admin' || me.role === 'sender') && <DailyEmailPanel />}
      <PasswordPanel />
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={3} />}
      {data !== undefined && (
        <>
          <TotpPanel security={data} />
          <PasskeysPanel passkeys={data.passkeys} />
        </>
      )}
    </Page>
  )
}

function PasswordPanel() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Panel
      title={t('Password')}
      about={t('Changing it signs out all your other sessions.')}
      action={
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('Change password')}
        </Button>
      }
    >
      <Modal opened={isOpen} onClose={close} title={t('Change your password')}>
        <Form
          initial={{ password: '', new_password: '' }}
          onSubmit={({ password, new_password }) =>
            api.put('/security/password', { ...toPassword(password), new_password })
          }
          onDone={() => {
            close()
            toast(t('Password changed. Other sessions are signed out.'))
          }}
          submitLabel={t('Change password')}
          onCancel={close}
        >
          {(form) => (
            <>
              <OwnPasswordInput
                label={t('Current password')}
                data-autofocus
                {...form.getInputProps('password')}
              />
              <NewPasswordInput {...form.getInputProps('new_password')} />
            </>
          )}
        </Form>
      </Modal>
    </Panel>
  )
}
