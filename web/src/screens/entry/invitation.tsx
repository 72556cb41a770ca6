import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Form } from '#web/blocks/form.tsx'
import { NewPasswordInput } from '#web/blocks/new-password-input.tsx'
import { PageSkeleton } from '#web/blocks/states.tsx'
import { forgetEverything } from '#web/session.ts'
import { EntryFrame, tokenInAddress } from './frame.tsx'

interface Shown {
  account_name: string
  email: string
  name: string
  role: 'admin' | 'sender'
  inviter: string
}

/** Somebody was asked to join an account: they say their name and choose a password. */
export function Invitation() {
  const [token] = useState(tokenInAddress)
  const navigate = useNavigate()
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.post<Shown>('/invitation/look', { token }),
    retry: false,
  })
  if (error !== null)
    return (
      <EntryFrame title="This invitation has expired" problem={error.message}>
        {null}
      </EntryFrame>
    )
  if (data === undefined) return <PageSkeleton />
  const may = data.role === 'admin' ? 'run the account as an admin' : 'send gifts'
  return (
    <EntryFrame
      title={`Join ${data.account_name}`}
      about={`${data.inviter} has invited ${data.email} to ${may}.`}
    >
      <Form
        initial={{ name: data.name, password: '', email: data.email }}
        send={({ name, password }) => api.post('/invitation', { token, name, password })}
        onDone={async () => {
          await forgetEverything()
          await navigate({ to: '/', replace: true })
        }}
        verb="Join"
        fullWidth
      >
        {(form) => (
          <>
            <TextInput
              label="Email address"
              readOnly
              autoComplete="username"
              {...form.getInputProps('email')}
            />
            <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />
            <NewPasswordInput label="Choose a password" {...form.getInputProps('password')} />
          </>
        )}
      </Form>
    </EntryFrame>
  )
}
