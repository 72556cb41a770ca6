import { Anchor, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Form } from '#web/blocks/form.tsx'
import { EntryFrame } from './frame.tsx'

/** Asks for the mail; says the same whoever that is. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string>()
  const back = (
    <Text size="sm" mt="md">
      <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />}>Back to sign-in</Anchor>
    </Text>
  )
  if (sentTo !== undefined)
    return (
      <EntryFrame
        title="Look into your mailbox"
        about={`If ${sentTo} can sign in here, a mail with a link is on its way. The link works for an hour.`}
      >
        {back}
      </EntryFrame>
    )
  return (
    <EntryFrame
      title="Forgotten password"
      about="We send you a link to choose a new one. Your authenticator app and passkeys stay as they are."
    >
      <Form
        initial={{ email: '' }}
        send={(values) => api.post('/recovery', values)}
        onDone={(_, { email }) => setSentTo(email)}
        verb="Send the link"
        fullWidth
      >
        {(form) => (
          <TextInput
            label="E-mail address"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
        )}
      </Form>
      {back}
    </EntryFrame>
  )
}
