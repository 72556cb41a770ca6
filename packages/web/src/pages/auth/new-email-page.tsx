import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/auth.ts'
import { resetSession } from '#web/session.ts'
import { AuthLayout, readTokenFromUrl } from './auth-layout.tsx'

/**
 * The page behind the link that confirms a new email address. The user must press a button, because mail
 * scanners open links too.
 */
export function NewEmailPage() {
  const [token] = useState(readTokenFromUrl)
  const confirmation = useMutation({
    mutationFn: () => api.put('/email-confirmation', { token }),
    onSuccess: resetSession,
  })
  if (confirmation.data !== undefined)
    return (
      <AuthLayout
        title={t('Email address changed')}
        about={t('From now on, sign in with {email}.', { email: confirmation.data.email })}
      >
        <PageLink to="/settings/profile">{t('Go to your profile')}</PageLink>
      </AuthLayout>
    )
  return (
    <AuthLayout
      title={t('Confirm your new email address')}
      about={t('From then on, you sign in with this address. You stay signed in on your devices.')}
      errorMessage={confirmation.error?.message}
    >
      <Button fullWidth loading={confirmation.isPending} onClick={() => confirmation.mutate()}>
        {t('Confirm')}
      </Button>
      <Text size="sm" mt="md">
        <PageLink to="/settings/profile">{t('Go to your profile')}</PageLink>
      </Text>
    </AuthLayout>
  )
}
