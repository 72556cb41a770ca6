import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Form } from '#web/components/forms/form.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/auth.ts'
import { useCanSendEmail } from '#web/session.ts'
import { AuthLayout } from './auth-layout.tsx'

/**
 * The page that requests an email for a new password. The response does not reveal whether the address has an
 * account.
 */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const canSend = useCanSendEmail()
  const back = (
    <Text size="sm" mt="md">
      <PageLink to="/sign-in">{t('Back to sign-in')}</PageLink>
    </Text>
  )
  if (sentTo !== undefined)
    return (
      <AuthLayout
        title={canSend ? t('Check your email') : t('Email is not set up')}
        about={
          canSend
            ? t(
                'If {sentTo} has an account, we’ve emailed it a link. The link works for an hour.',
                { sentTo },
              )
            : t(
                'This installation can’t send email yet. Ask its operator to set up email, or an admin to invite you again.',
              )
        }
      >
        {back}
      </AuthLayout>
    )
  return (
    <AuthLayout
      title={t('Reset your password')}
      about={t(
        'We’ll send you a link to choose a new one. Your authenticator app and passkeys stay the same.',
      )}
    >
      <Form
        initial={{ email: '' }}
        onSubmit={(values) => api.post('/password-reset', values)}
        onDone={(_, { email }) => setSentTo(email)}
        submitLabel={t('Send link')}
        fullWidth
      >
        {(form) => (
          <TextInput
            label={t('Email address')}
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
        )}
      </Form>
      {back}
    </AuthLayout>
  )
}
