import { Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { setAccount } from '#web/account.ts'
import type { InvitationPreview } from '#web/admin-api.ts'
import { ApiError, api } from '#web/api.ts'
import { ErrorState, PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { describeRole } from '#web/components/formats/role-names.ts'
import { Form } from '#web/components/forms/form.tsx'
import { NewPasswordInput } from '#web/components/forms/new-password-input.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { t } from '#web/i18n/auth.ts'
import { type Role, resetSession, signOut, useSession } from '#web/session.ts'
import { openIdentityProvider } from '#web/sign-on.ts'
import { AuthLayout, readTokenFromUrl } from './auth-layout.tsx'

type Invitation = Pick<InvitationPreview, 'inviter' | 'email' | 'role' | 'role_name'>

const invitationTexts: Readonly<Partial<Record<Role, (invitation: Invitation) => string>>> = {
  admin: ({ inviter, email }) =>
    t('{inviter} has invited {email} to run the account as an admin.', { inviter, email }),
  sender: ({ inviter, email }) =>
    t('{inviter} has invited {email} to send gifts.', { inviter, email }),
  packer: ({ inviter, email }) =>
    t('{inviter} has invited {email} to pack and ship parcels.', { inviter, email }),
  viewer: ({ inviter, email }) =>
    t('{inviter} has invited {email} to follow the gifts of the account.', { inviter, email }),
  developer: ({ inviter, email }) =>
    t('{inviter} has invited {email} to connect systems with the account.', { inviter, email }),
}

const describeInvitation = (invitation: Invitation): string => {
  const { inviter, email, role } = invitation
  return (
    invitationTexts[role]?.(invitation) ??
    t('{inviter} has invited {email} with the role {role}.', {
      inviter,
      email,
      role: describeRole(invitation),
    })
  )
}

/**
 * The page where an invited person accepts an invitation. The person chooses a password, or signs in at the
 * identity provider.
 */
export function InvitationPage() {
  const [token] = useState(readToken)
  const session = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.post('/invitation/preview', { token }),
    retry: false,
  })
  if (error !== null && !isInvalidToken(error))
    return <ErrorState error={error} retry={() => void refetch()} />
  if (error !== null)
    return (
      <AuthLayout
        title={t('This invitation has expired')}
        about={t(
          'Ask the person who invited you to send a new one. An invitation works once, and for a few days only.',
        )}
      >
        <PageLink to="/sign-in">{t('Go to sign-in')}</PageLink>
      </AuthLayout>
    )
  if (data === undefined || session.data === undefined) return <PageSkeleton />
  if (data.needs_confirmation) return <ConfirmAddress token={token} invitation={data} />
  const me = session.data?.me
  return (
    <AuthLayout
      title={t('Join {account}', { account: data.account_name })}
      about={describeInvitation(data)}
    >
      <Stack>
        {data.single_sign_on !== 'none' && <JoinWithSingleSignOn token={token} />}
        {data.single_sign_on === 'optional' && <Divider label={t('or')} />}
        {data.single_sign_on !== 'required' &&
          (me != null ? (
            <JoinSignedIn token={token} invitation={data} email={me.email} />
          ) : data.has_sign_in ? (
            <SignInToJoin token={token} />
          ) : (
            <JoinForm token={token} invitation={data} />
          ))}
      </Stack>
    </AuthLayout>
  )
}

/** The token of an invitation while its recipient signs in first. It is not in a URL, which logs could contain. */
const tokenKey = 'bestow.invitation'
const readToken = () => readTokenFromUrl() || (sessionStorage.getItem(tokenKey) ?? '')

/** A part of the invitation page for a signed-in person, who joins without another password. */
function JoinSignedIn({
  token,
  invitation,
  email,
}: {
  token: string
  invitation: InvitationPreview
  email: string
}) {
  const join = useAction(
    () => api.post('/invitation', { token, with_session: true }),
    () => {
      sessionStorage.removeItem(tokenKey)
      setAccount(undefined)
      window.location.assign('/')
    },
  )
  const leave = useAction(signOut)
  if (email.toLowerCase() !== invitation.email.toLowerCase())
    return (
      <>
        <Text size="sm">
          {t('You are signed in as {email}. This invitation is for {invited}.', {
            email,
            invited: invitation.email,
          })}
        </Text>
        <Button loading={leave.isPending} onClick={() => leave.mutate()}>
          {t('Sign out and join')}
        </Button>
      </>
    )
  return (
    <>
      <Text size="sm">
        {t('You join with your sign-in as {email}. Your other accounts stay.', { email })}
      </Text>
      <Button loading={join.isPending} onClick={() => join.mutate()}>
        {t('Join')}
      </Button>
    </>
  )
}

/** A part of the invitation page for a person who has a sign-in already, for another account. */
function SignInToJoin({ token }: { token: string }) {
  const navigate = useNavigate()
  const signIn = () => {
    sessionStorage.setItem(tokenKey, token)
    void navigate({ href: '/sign-in?next=/invitation' })
  }
  return (
    <>
      <Text size="sm">
        {t('You have a sign-in with this address already. It opens this account too.')}
      </Text>
      <Button onClick={signIn}>{t('Sign in to join')}</Button>
    </>
  )
}

/**
 * A part of the invitation page for a link that an admin copied. The person must first open a link from an
 * email, because only that proves the email address.
 */
function ConfirmAddress({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const { email, account_name: account } = invitation
  const send = useAction(() => api.post('/invitation', { token }))
  return (
    <AuthLayout
      title={t('Join {account}', { account })}
      about={
        send.isSuccess
          ? t('An email is on its way to {email}. Open its link to join.', { email })
          : t('First confirm that {email} is your address: an email has the link to join.', {
              email,
            })
      }
    >
      {!send.isSuccess && (
        <Button fullWidth loading={send.isPending} onClick={() => send.mutate()}>
          {t('Send the email')}
        </Button>
      )}
    </AuthLayout>
  )
}

function JoinForm({ token, invitation }: { token: string; invitation: InvitationPreview }) {
  const navigate = useNavigate()
  return (
    <Form
      initial={{ name: invitation.name, password: '', email: invitation.email }}
      onSubmit={({ name, password }) => api.post('/invitation', { token, name, password })}
      onDone={async () => {
        await resetSession()
        await navigate({ to: '/', replace: true })
      }}
      submitLabel={t('Join')}
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
          <TextInput label={t('Your name')} autoComplete="name" {...form.getInputProps('name')} />
          <NewPasswordInput label={t('Choose a password')} {...form.getInputProps('password')} />
        </>
      )}
    </Form>
  )
}

/**
 * A part of the invitation page for single sign-on. The identity provider confirms the email address of the
 * invitation.
 */
function JoinWithSingleSignOn({ token }: { token: string }) {
  const start = useAction(
    () => api.post('/invitation/single-sign-on', { token }),
    ({ url }) => openIdentityProvider(url, '/'),
  )
  return (
    <Button loading={start.isPending} onClick={() => start.mutate()}>
      {t('Join with single sign-on')}
    </Button>
  )
}

/**
 * Returns whether an error means that the token is unknown, used or expired. Other errors are failures of the
 * request.
 */
const isInvalidToken = (error: Error) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
