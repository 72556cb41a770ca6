import { Button, Input, PasswordInput, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { api } from '#web/api.ts'
import { useAction } from '#web/components/feedback/use-action.ts'
import { t } from '#web/i18n/common.ts'
import { useMe } from '#web/session.ts'
import { openIdentityProvider } from '#web/sign-on.ts'

interface OwnPasswordInputProps {
  label?: string
  description?: ReactNode
  error?: ReactNode
  'data-autofocus'?: boolean
}

/**
 * An input that confirms the identity of the user at the screen. The user enters the password. In a session
 * by single sign-on, the user signs in again at the identity provider.
 */
export function OwnPasswordInput({ label = t('Your password'), ...props }: OwnPasswordInputProps) {
  const { method } = useMe()
  if (method === 'single_sign_on') return <SignOnConfirmation {...props} />
  return <PasswordInput label={label} autoComplete="current-password" {...props} />
}

function SignOnConfirmation({ description, error }: OwnPasswordInputProps) {
  const { confirmed_until } = useMe()
  const start = useAction(
    () => api.post('/security/single-sign-on'),
    ({ url }) => openIdentityProvider(url, currentPath()),
  )
  const isConfirmed = confirmed_until !== null && new Date(confirmed_until) > new Date()
  if (isConfirmed && !error) return <Text size="sm">{t('You have confirmed that it’s you.')}</Text>
  return (
    <Stack gap="xs" align="flex-start">
      {description !== undefined && <Text size="sm">{description}</Text>}
      <Text size="sm">
        {t(
          'Confirm first that it’s you: sign in at your identity provider again. This page then opens again, and you have five minutes for this step.',
        )}
      </Text>
      <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
        {t('Confirm with single sign-on')}
      </Button>
      {error && <Input.Error>{t('Confirm with single sign-on first.')}</Input.Error>}
    </Stack>
  )
}

const currentPath = () => window.location.pathname + window.location.search

/**
 * Returns the password as a part of the body of a request. A session by single sign-on has no password, so
 * the result is empty.
 */
export const toPassword = (password: string): { password?: string } =>
  password === '' ? {} : { password }
