import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { toast } from '#web/components/feedback/toast.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { NewPasswordInput } from '#web/components/forms/new-password-input.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/auth.ts'
import { AuthLayout, readTokenFromUrl } from './auth-layout.tsx'

/** The page behind the link in an email for a new password. */
export function NewPasswordPage() {
  const [token] = useState(readTokenFromUrl)
  const navigate = useNavigate()
  return (
    <AuthLayout
      title={t('Choose a new password')}
      about={t('You’ll be signed out everywhere. Then sign in with the new password.')}
    >
      <Form
        initial={{ password: '' }}
        onSubmit={({ password }) => api.put('/password-reset', { token, password })}
        onDone={() => {
          toast(t('Password changed. Sign in with your new password.'))
          void navigate({ to: '/sign-in' })
        }}
        submitLabel={t('Change password')}
        fullWidth
      >
        {(form) => <NewPasswordInput {...form.getInputProps('password')} />}
      </Form>
      <Text size="sm" mt="md">
        <PageLink to="/forgot-password">{t('Request a new link')}</PageLink>
      </Text>
    </AuthLayout>
  )
}
