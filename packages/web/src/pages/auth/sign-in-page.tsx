import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Form } from '#web/components/forms/form.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { Redirect } from '#web/components/layout/redirect.tsx'
import { t } from '#web/i18n/auth.ts'
import { resetSession, useSession } from '#web/session.ts'
import { isAppPath } from '#web/sign-on.ts'
import { AuthLayout } from './auth-layout.tsx'
import { signInWithPasskey } from './passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SignOnForm } from './sign-on-form.tsx'
import { TwoFactorForm } from './two-factor-form.tsx'

/**
 * The sign-in page. A user signs in with a passkey, with single sign-on, or with email address and password.
 * Some users also enter a code.
 */
export function SignInPage() {
  const { data } = useSession()
  const [challenge_token, setChallengeToken] = useState<string>()
  const [signOn, setSignOn] = useState<{ email: string; isRequired: boolean }>()
  const returnPath = useReturnPath()
  const onSignedIn = resetSession // the page then redirects the signed-in user
  const passkey = useMutation({ mutationFn: () => signInWithPasskey(), onSuccess: onSignedIn })
  if (data?.needs_setup) return <Redirect to="/setup" />
  if (data?.me) return <Redirect to={returnPath} />
  if (challenge_token !== undefined)
    return (
      <TwoFactorForm
        challenge_token={challenge_token}
        onSignedIn={onSignedIn}
        back={() => setChallengeToken(undefined)}
      />
    )
  if (signOn !== undefined)
    return <SignOnForm {...signOn} returnPath={returnPath} back={() => setSignOn(undefined)} />
  return (
    <AuthLayout title={t('Sign in')} errorMessage={passkey.error?.message}>
      <Stack mt="md">
        <PasskeyButton isPending={passkey.isPending} signIn={() => passkey.mutate()} />
        <Button
          variant="default"
          leftSection={<IconBuilding size={18} aria-hidden />}
          onClick={() => setSignOn({ email: '', isRequired: false })}
        >
          {t('Continue with single sign-on')}
        </Button>
        <Divider label={t('or')} />
        <Form
          initial={{ email: '', password: '' }}
          onSubmit={(values) => api.post('/session', values)}
          onDone={(result, { email }) => {
            if ('challenge_token' in result) setChallengeToken(result.challenge_token)
            else if ('me' in result) void onSignedIn()
            else setSignOn({ email, isRequired: true })
          }}
          submitLabel={t('Sign in')}
          fullWidth
        >
          {(form) => (
            <>
              <TextInput
                label={t('Email address')}
                type="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
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
        <Text size="sm">
          <PageLink to="/forgot-password">{t('Forgot your password?')}</PageLink>
        </Text>
      </Stack>
    </AuthLayout>
  )
}

/**
 * Returns the path of the page to open after sign-in. It is always a path of this app and never another
 * origin.
 */
function useReturnPath(): string {
  const { next } = useSearch({ strict: false }) as { next?: unknown }
  return isAppPath(next) ? next : '/'
}
