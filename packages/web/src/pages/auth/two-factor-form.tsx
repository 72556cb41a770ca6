import { Button, TextInput } from '@mantine/core'
import { api } from '#web/api.ts'
import { Form } from '#web/components/forms/form.tsx'
import { t } from '#web/i18n/auth.ts'
import { AuthLayout } from './auth-layout.tsx'

interface TwoFactorFormProps {
  challenge_token: string
  onSignedIn: () => Promise<void>
  back: () => void
}

/** A form that asks for the code of the second factor. */
export function TwoFactorForm({ challenge_token, onSignedIn, back }: TwoFactorFormProps) {
  return (
    <AuthLayout
      title={t('Two-step sign-in')}
      about={t(
        'Enter the six-digit code from your authenticator app, or one of your backup codes.',
      )}
    >
      <Form
        initial={{ code: '' }}
        onSubmit={({ code }) => api.post('/session/code', { challenge_token, code })}
        onDone={() => void onSignedIn()}
        submitLabel={t('Sign in')}
        fullWidth
      >
        {(form) => (
          <TextInput
            label={t('Code')}
            autoComplete="one-time-code"
            inputMode="text"
            autoFocus
            {...form.getInputProps('code')}
          />
        )}
      </Form>
      <Button variant="subtle" size="compact-sm" mt="md" onClick={back}>
        {t('Back')}
      </Button>
    </AuthLayout>
  )
}
