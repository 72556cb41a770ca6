import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { Form } from '#web/components/form.tsx'
import { PageLink } from '#web/components/link.tsx'
import { useCanSendEmail } from '#web/session.ts'
import { AuthLayout } from './auth-layout.tsx'

/** Requests a reset email. The response does not reveal whether the address has an account. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const canSend = useCanSendEmail()
  const back = (
    <Text size="sm" mt="md">
      <PageLink to="/sign-in">Back to sign-in</PageLink>
    </Text>
  )
  if (sentTo !== undefined)
    return (
      <AuthLayout
        title={canSend ? 'Check your email' : 'Email is not set up'}
        about={
          canSend
            ? `If ${sentTo} has an account, we’ve emailed it a link. The link works for an hour.`
            : 'This installation can’t send email yet. Ask its operator to set up email, or an admin to invite you again.'
        }
      >
        {back}
      </AuthLayout>
    )
  return (
    <AuthLayout
      title="Reset your password"
      about="We’ll send you a link to choose a new one. Your authenticator app and passkeys stay the same."
    >
      <Form
        initial={{ email: '' }}
        onSubmit={(values) => api.post('/password-reset', values)}
        onDone={(_, { email }) => setSentTo(email)}
        submitLabel="Send link"
        fullWidth
      >
        {(form) => (
          <TextInput
            label="Email address"
            type="email"
            autoComplete="username"
            autoFocus
            {...form.getInputProps('email')}
          />
        )}
      </Form>
      {back}
    </AuthLayout>
  )
}
