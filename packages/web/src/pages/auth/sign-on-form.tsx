import { Button, TextInput } from '@mantine/core'
import { api } from '#web/api.ts'
import { Form } from '#web/components/forms/form.tsx'
import { t } from '#web/i18n/auth.ts'
import { openIdentityProvider } from '#web/sign-on.ts'
import { AuthLayout } from './auth-layout.tsx'

interface SignOnFormProps {
  email: string
  /** Whether single sign-on is the only way to sign in to the account. */
  isRequired: boolean
  returnPath: string
  back: () => void
}

/** A form that asks for the email address, and then opens the identity provider of its account. */
export const SignOnForm = ({ email, isRequired, returnPath, back }: SignOnFormProps) => (
  <AuthLayout
    title={t('Single sign-on')}
    about={
      isRequired
        ? t('Your account requires single sign-on. Continue at your company’s identity provider.')
        : t('Enter your work email address. You then sign in at your company’s identity provider.')
    }
  >
    <Form
      initial={{ email }}
      onSubmit={(values) => api.post('/session/single-sign-on', values)}
      onDone={({ url }) => openIdentityProvider(url, returnPath)}
      submitLabel={t('Continue')}
      fullWidth
    >
      {(form) => (
        <TextInput
          label={t('Email address')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...form.getInputProps('email')}
        />
      )}
    </Form>
    <Button variant="subtle" size="compact-sm" mt="md" onClick={back}>
      {t('Back')}
    </Button>
  </AuthLayout>
)
