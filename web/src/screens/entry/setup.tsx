import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { Form } from '#web/blocks/form.tsx'
import { Go } from '#web/blocks/go.tsx'
import { NewPasswordInput } from '#web/blocks/new-password-input.tsx'
import { forgetEverything, useSession } from '#web/session.ts'
import { EntryFrame } from './frame.tsx'

const nothing = { code: '', account_name: '', name: '', email: '', password: '' }

/** The very first page of an installation without a demo account. */
export function SetUp() {
  const { data } = useSession()
  const navigate = useNavigate()
  if (data !== undefined && !data.needs_setup) return <Go to="/sign-in" />
  return (
    <EntryFrame
      title="Set up Bestow"
      about="Enter the setup code shown in the terminal where you started Bestow."
    >
      <Form
        initial={nothing}
        send={(values) => api.post('/setup', values)}
        onDone={async () => {
          await forgetEverything()
          await navigate({ to: '/', replace: true })
        }}
        verb="Create account"
        fullWidth
      >
        {(form) => (
          <>
            <TextInput
              label="Setup code"
              placeholder="XXXX-XXXX-XXXX"
              autoComplete="off"
              autoFocus
              {...form.getInputProps('code')}
            />
            <TextInput
              label="Business name"
              autoComplete="organization"
              {...form.getInputProps('account_name')}
            />
            <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
            <TextInput
              label="Your email address"
              type="email"
              autoComplete="username"
              {...form.getInputProps('email')}
            />
            <NewPasswordInput label="Choose a password" {...form.getInputProps('password')} />
          </>
        )}
      </Form>
    </EntryFrame>
  )
}
