import { Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { SignOnResult } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { PageSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { Redirect } from '#web/components/layout/redirect.tsx'
import { t } from '#web/i18n/auth.ts'
import { resetSession, useSession } from '#web/session.ts'
import { readReturnPath } from '#web/sign-on.ts'
import { AuthLayout } from './auth-layout.tsx'
import { ConfirmLink } from './confirm-link.tsx'
import { failureTexts, failureTitles } from './sign-on-failures.ts'

/**
 * The page to which an identity provider redirects. It completes the sign-on, or says what the user can do.
 */
export function SignOnPage() {
  const { path_id } = useParams({ strict: false }) as { path_id?: string }
  const isSent = useRef(false)
  // The request waits for the old session, so that the outcome replaces the session and not the reverse.
  const isReady = useSession().data !== undefined
  const { data, error, mutate } = useMutation({
    mutationFn: (id: string) =>
      api.post('/session/single-sign-on/response', {
        path_id: id,
        query: readResponse() || 'empty',
      }),
    onSuccess: async ({ outcome }) => {
      if (outcome !== 'signed_in' && outcome !== 'confirmed') return
      await resetSession()
      if (outcome === 'confirmed') toast(t('Thank you. Now repeat the step.'))
    },
  })
  useEffect(() => {
    // A response of the provider works only once, but React runs effects twice in development mode.
    if (path_id === undefined || !isReady || isSent.current) return
    isSent.current = true
    mutate(path_id)
  }, [path_id, isReady, mutate])
  if (path_id === undefined) return <NotAvailable />
  if (error !== null)
    return (
      <AuthLayout title={failureTitles.sign_in} errorMessage={error.message}>
        <PageLink to="/sign-in">{t('Go to sign-in')}</PageLink>
      </AuthLayout>
    )
  if (data?.outcome === 'tested') return <TestResult result={data} />
  if (data?.outcome === 'link_pending') return <ConfirmLink {...data} />
  if (data?.outcome === 'failed') return <Failure result={data} />
  return data === undefined ? <PageSkeleton /> : <Redirect to={readReturnPath()} />
}

/** Reads the response of the provider: a form, which the service has put into the page, or the query. */
const readResponse = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="form-response"]')?.content ??
  window.location.search.slice(1)

const NotAvailable = () => (
  <AuthLayout
    title={t('No single sign-on for this address')}
    about={t(
      'Check the address. If it is correct, sign in with a passkey or your password, or ask an admin of your account.',
    )}
  >
    <PageLink to="/sign-in">{t('Go to sign-in')}</PageLink>
  </AuthLayout>
)

const Failure = ({ result }: { result: Extract<SignOnResult, { outcome: 'failed' }> }) => (
  <AuthLayout title={failureTitles[result.purpose]} errorMessage={failureTexts[result.reason]}>
    {result.purpose === 'test' && <BackToSettings />}
    {result.purpose === 'confirmation' && (
      <PageLink to={readReturnPath()}>{t('Go back to the page')}</PageLink>
    )}
    {result.purpose === 'invitation' && (
      <Text size="sm">{t('To try again, open the link in the email of the invitation.')}</Text>
    )}
    {result.purpose === 'sign_in' && <PageLink to="/sign-in">{t('Go to sign-in')}</PageLink>}
  </AuthLayout>
)

const BackToSettings = () => (
  <PageLink to="/settings/single-sign-on">{t('Go to the settings of single sign-on')}</PageLink>
)

function TestResult({
  result: { email, member },
}: {
  result: Extract<SignOnResult, { outcome: 'tested' }>
}) {
  return (
    <AuthLayout title={member === null ? t('The test found no member') : t('The test worked')}>
      <Stack>
        <Text>{describeTest(email, member)}</Text>
        <Text size="sm" c="dimmed">
          {t('You are still signed in as before.')}
        </Text>
        <BackToSettings />
      </Stack>
    </AuthLayout>
  )
}

function describeTest(email: string | null, member: string | null): string {
  if (member !== null) return t('This person would sign in as {member}.', { member })
  return email === null
    ? t(
        'The identity provider sends no verified email address, so members cannot sign in for the first time. Add the claims email and email_verified.',
      )
    : t('The address {email} belongs to no member of this account. Invite this person first.', {
        email,
      })
}
