import { PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Form } from '#web/components/forms/form.tsx'
import { Redirect } from '#web/components/layout/redirect.tsx'
import { t } from '#web/i18n/auth.ts'
import { resetSession, useSession } from '#web/session.ts'
import { readReturnPath } from '#web/sign-on.ts'
import { AuthLayout } from './auth-layout.tsx'
import { signInWithPasskey } from './passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { TwoFactorForm } from './two-factor-form.tsx'

/**
 * The page for the first single sign-on of a person who has a password or a passkey. The person uses that
 * once to confirm the link.
 */
export function ConfirmLink({ email, link_token }: { email: string; link_token: string }) {
  const { data } = useSession()
  const [challenge_token, setChallengeToken] = useState<string>()
  const passkey = useMutation({
    mutationFn: () => signInWithPasskey(link_token),
    onSuccess: resetSession,
  })
  if (data?.me) return <Redirect to={readReturnPath()} />
  if (challenge_token !== undefined)
    return (
      <TwoFactorForm
        challenge_token={challenge_token}
        onSignedIn={resetSession}
        back={() => setChallengeToken(undefined)}
      />
    )
  return (
    <AuthLayout
      title={t('Confirm that it is you')}
      about={t(
        'You use single sign-on with this account for the first time. Confirm it once with your password or a passkey.',
      )}
      errorMessage={passkey.error?.message}
    >
      <Stack mt="md">
        <PasskeyButton isPending={passkey.isPending} signIn={() => passkey.mutate()} />
        <Form
          initial={{ email, password: '' }}
          onSubmit={({ password }) => api.post('/session', { email, password, link_token })}
          onDone={(result) => {
            if ('challenge_token' in result) setChallengeToken(result.challenge_token)
            else void resetSession()
          }}
          submitLabel={t('Sign in')}
          fullWidth
        >
          {(form) => (
            <>
              <TextInput
                label={t('Email address')}
                readOnly
                autoComplete="username"
                {...form.getInputProps('email')}
              />
              <PasswordInput
                label={t('Password')}
                autoComplete="current-password"
                {...form.getInputProps('password')}
              />
            </>
          )}
        </Form>
      </Stack>
    </AuthLayout>
  )
}
