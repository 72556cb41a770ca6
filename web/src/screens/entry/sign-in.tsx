import { Anchor, Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Form } from '#web/blocks/form.tsx'
import { Go } from '#web/blocks/go.tsx'
import { forgetEverything, useSession } from '#web/session.ts'
import { EntryFrame } from './frame.tsx'
import { signInByPasskey } from './passkey.ts'

type Outcome = { me: unknown } | { code_needed: true; ticket: string }

/** A passkey first; e-mail and password, and then a code where one is asked for. */
export function SignIn() {
  const { data } = useSession()
  const [ticket, setTicket] = useState<string>()
  const next = useNext()
  const enter = forgetEverything // whoever is somebody then is sent on below
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: enter })
  if (data?.needs_setup) return <Go to="/setup" />
  if (data?.me) return <Go to={next} />
  if (ticket !== undefined)
    return <Code ticket={ticket} enter={enter} back={() => setTicket(undefined)} />
  return (
    <EntryFrame title="Sign in" problem={passkey.error?.message}>
      <Stack mt="md">
        <Button
          variant="default"
          leftSection={<IconFingerprint size={18} aria-hidden />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          Sign in with a passkey
        </Button>
        <Divider label="or" />
        <Form
          initial={{ email: '', password: '' }}
          send={(values) => api.post<Outcome>('/session', values)}
          onDone={(outcome) => ('ticket' in outcome ? setTicket(outcome.ticket) : void enter())}
          verb="Sign in"
          fullWidth
        >
          {(form) => (
            <>
              <TextInput
                label="Email address"
                type="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                {...form.getInputProps('email')}
              />
              <PasswordInput
                label="Password"
                autoComplete="current-password"
                {...form.getInputProps('password')}
              />
            </>
          )}
        </Form>
        <Text size="sm">
          <Anchor renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
            Forgot your password?
          </Anchor>
        </Text>
      </Stack>
    </EntryFrame>
  )
}

function Code({
  ticket,
  enter,
  back,
}: {
  ticket: string
  enter: () => Promise<void>
  back: () => void
}) {
  return (
    <EntryFrame
      title="Two-step sign-in"
      about="Enter the six-digit code from your authenticator app, or one of your backup codes."
    >
      <Form
        initial={{ code: '' }}
        send={({ code }) => api.post('/session/code', { ticket, code })}
        onDone={() => void enter()}
        verb="Sign in"
        fullWidth
      >
        {(form) => (
          <TextInput
            label="Code"
            autoComplete="one-time-code"
            inputMode="text"
            autoFocus
            {...form.getInputProps('code')}
          />
        )}
      </Form>
      <Button variant="subtle" size="compact-sm" mt="md" onClick={back}>
        Back
      </Button>
    </EntryFrame>
  )
}

/** Where the person wanted to go: a page of ours, never an address of somebody else. */
function useNext(): string {
  const { next } = useSearch({ strict: false }) as { next?: unknown }
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/'
}
