import { Button } from '@mantine/core'
import { api } from '#web/api.ts'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { NewPasswordInput } from '#web/components/forms/new-password-input.tsx'
import { OwnPasswordInput, toPassword } from '#web/components/forms/own-password-input.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/settings.ts'
import { useMe } from '#web/session.ts'
import { useRead } from '#web/use-read.ts'
import { DailyEmailPanel } from './daily-email-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'
import { YouPanel } from './you-panel.tsx'
import { YourAccountsPanel } from './your-accounts-panel.tsx'

/** The page with the name and the sign-in methods of the signed-in user. */
export function ProfilePage() {
  const me = useMe()
  const { data, error, refetch } = useRead('/security')
  return (
    <Page
      title={t('Profile and sign-in')}
      about={t('Add a second factor to protect your account.')}
    >
      <YouPanel change={data?.email_change ?? null} />
      {me.permissions.includes('gift_requests:write') && <DailyEmailPanel />}
      <PasswordPanel />
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={3} />}
      {data !== undefined && (
        <>
          <TotpPanel security={data} />
          <PasskeysPanel passkeys={data.passkeys} />
        </>
      )}
      <YourAccountsPanel />
    </Page>
  )
}

const PasswordPanel = () => (
  <Panel
    title={t('Password')}
    about={t('Changing it signs out all your other sessions.')}
    action={
      <Button variant="default" onClick={changePassword}>
        {t('Change password')}
      </Button>
    }
  />
)

const changePassword = () =>
  openForm({
    title: t('Change your password'),
    initial: { password: '', new_password: '' },
    onSubmit: ({ password, new_password }) =>
      api.put('/security/password', { ...toPassword(password), new_password }),
    onDone: () => toast(t('Password changed. Other sessions are signed out.')),
    submitLabel: t('Change password'),
    children: (form) => (
      <>
        <OwnPasswordInput
          label={t('Current password')}
          data-autofocus
          {...form.getInputProps('password')}
        />
        <NewPasswordInput {...form.getInputProps('new_password')} />
      </>
    ),
  })
