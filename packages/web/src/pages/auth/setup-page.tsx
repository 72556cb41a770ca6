import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { Form } from '#web/components/forms/form.tsx'
import { NewPasswordInput } from '#web/components/forms/new-password-input.tsx'
import { Redirect } from '#web/components/layout/redirect.tsx'
import { t } from '#web/i18n/auth.ts'
import { resetSession, useSession } from '#web/session.ts'
import { AuthLayout } from './auth-layout.tsx'

const emptyValues = { code: '', account_name: '', name: '', email: '', password: '' }

/** The first page of an installation without a demo account. */
export function SetupPage() {
  const { data } = useSession()
  const navigate = useNavigate()
  if (data !== undefined && !data.needs_setup) return <Redirect to="/sign-in" />
  return (
    <AuthLayout
      title={t('Set up Bestow')}
      about={t('Enter the setup code shown in the terminal where you started Bestow.')}
    >
      <Form
        initial={emptyValues}
        onSubmit={(values) => api.post('/setup', values)}
        onDone={async () => {
          await resetSession()
          await navigate({ to: '/', replace: true })
        }}
        submitLabel={t('Create account')}
        fullWidth
      >
        {(form) => (
          <>
            <TextInput
              label={t('Setup code')}
              placeholder="XXXX-XXXX-XXXX"
              autoComplete="off"
              autoFocus
              {...form.getInputProps('code')}
            />
            <TextInput
              label={t('Company name')}
              autoComplete="organization"
              {...form.getInputProps('account_name')}
            />
            <TextInput label={t('Your name')} autoComplete="name" {...form.getInputProps('name')} />
            <TextInput
              label={t('Your email address')}
              type="email"
              autoComplete="username"
              {...form.getInputProps('email')}
            />
            <NewPasswordInput label={t('Choose a password')} {...form.getInputProps('password')} />
          </>
        )}
      </Form>
    </AuthLayout>
  )
}
