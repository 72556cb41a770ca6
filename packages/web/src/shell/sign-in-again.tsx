import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Me } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { toastError } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { Form } from '#web/components/forms/form.tsx'
import { t } from '#web/i18n/common.ts'

interface SignInProps {
  me: Me
  /** Runs as soon as the same user has a session again. */
  onDone: () => void
}

/** A dialog for signing in on top of the page. The page below still has the text that the user typed. */
export const SignInAgainDialog = (props: SignInProps) => (
  <Modal
    opened
    onClose={() => {}}
    title={t('Your session has ended')}
    withCloseButton={false}
    closeOnClickOutside={false}
    closeOnEscape={false}
    zIndex={1000} // puts this dialog in front of any open dialog
  >
    <SignInAgain {...props} />
  </Modal>
)

function SignInAgain({ me, onDone }: SignInProps) {
  const [challenge_token, setChallengeToken] = useState<string>()
  const [needsSignOn, setNeedsSignOn] = useState(false)
  const check = useSessionCheck(me, onDone)
  const passkey = useAction(
    async () => {
      const { signInWithPasskey } = await import('#web/pages/auth/passkey.ts')
      return signInWithPasskey()
    },
    () => check(),
  )
  if (challenge_token !== undefined)
    return (
      <Form
        key="code"
        initial={{ code: '' }}
        onSubmit={({ code }) => api.post('/session/code', { challenge_token, code })}
        onDone={check}
        submitLabel={t('Sign in')}
        fullWidth
      >
        {(form) => (
          <TextInput
            label={t('Code from your authenticator app, or a backup code')}
            autoComplete="one-time-code"
            data-autofocus
            autoFocus
            {...form.getInputProps('code')}
          />
        )}
      </Form>
    )
  return (
    <Stack>
      <Text size="sm">
        {t(
          'Sign in again to continue. Nothing on this page is lost, and your last action is repeated.',
        )}
      </Text>
      <Form
        initial={{ email: me.email, password: '' }}
        onSubmit={(values) => api.post('/session', values)}
        onDone={(result) => {
          if ('challenge_token' in result) setChallengeToken(result.challenge_token)
          else if ('me' in result) check()
          else setNeedsSignOn(true)
        }}
        submitLabel={t('Sign in')}
        fullWidth
      >
        {(form) => (
          <>
            <TextInput
              label={t('Email address')}
              autoComplete="username"
              readOnly
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={t('Password')}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('password')}
            />
          </>
        )}
      </Form>
      {needsSignOn && (
        <Text size="sm" c="red" role="alert">
          {t('Your account requires single sign-on. Sign in in a new tab, then come back.')}
        </Text>
      )}
      <Group justify="space-between">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFingerprint size={16} aria-hidden />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          {t('Sign in with a passkey')}
        </Button>
        <Anchor href="/sign-in" target="_blank" size="sm">
          {t('Sign in another way, in a new tab')}
        </Anchor>
      </Group>
    </Stack>
  )
}

/**
 * Checks whether the user has a session again, also when the user comes back from another tab. If another
 * user has signed in, the function opens the first page, because that user must not continue on this page.
 */
function useSessionCheck(me: Me, onDone: () => void): () => void {
  const latest = useRef(onDone)
  latest.current = onDone
  const check = () => {
    api.get('/session').then((session) => {
      // The policy of the account can end a session that is still valid in another account of the same person.
      const isElsewhere = session.me?.account.id !== me.account.id
      if (session.me === null || (isElsewhere && session.me.email === me.email)) return
      if (session.me.id === me.id) latest.current()
      else window.location.assign(new URL('/', window.location.href))
    }, toastError)
  }
  const latestCheck = useRef(check)
  latestCheck.current = check
  useEffect(() => {
    const onFocus = () => latestCheck.current()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])
  return check
}
