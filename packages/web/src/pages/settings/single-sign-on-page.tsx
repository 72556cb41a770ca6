import { Button, Checkbox, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SingleSignOn, SingleSignOnProvider } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { CopyIconButton } from '#web/components/copy-icon-button.tsx'
import { Form } from '#web/components/form.tsx'
import { OwnPasswordInput, toPassword } from '#web/components/own-password-input.tsx'
import { DescriptionList, Page, Panel } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/status-views.tsx'
import { toast, toastError } from '#web/components/toast.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { openIdentityProvider } from '#web/sign-on.ts'
import { ReauthenticateDialog } from './reauthenticate.tsx'

/** The identity provider of the account. */
export function SingleSignOnPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['single-sign-on'],
    queryFn: () => api.get('/single-sign-on'),
  })
  const reload = () => void refetch()
  return (
    <Page
      title={t('Single sign-on')}
      about={t(
        'Members sign in at your company’s identity provider with OpenID Connect. You invite people as before.',
      )}
    >
      {error !== null && <ErrorState error={error} retry={reload} />}
      {data === undefined && error === null && <RowsSkeleton rows={4} />}
      {data !== undefined && (
        <>
          {data.provider !== null && <StatusPanel provider={data.provider} reload={reload} />}
          <RegistrationPanel redirectUrl={data.redirect_url} />
          <ProviderPanel key={data.provider?.updated_at} data={data} reload={reload} />
        </>
      )}
    </Page>
  )
}

function StatusPanel({ provider, reload }: { provider: SingleSignOnProvider; reload: () => void }) {
  const [isRemoving, setRemoving] = useState(false)
  const test = useMutation({
    mutationFn: () => api.post('/single-sign-on/test'),
    onSuccess: ({ url }) => openIdentityProvider(url, '/settings/single-sign-on'),
    onError: toastError,
  })
  return (
    <Panel
      title={t('Status')}
      action={
        <Group gap="xs">
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            {t('Test sign-in')}
          </Button>
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t('Remove…')}
          </Button>
        </Group>
      }
    >
      <DescriptionList
        rows={[
          [t('Identity provider'), <Breaking key="issuer" text={provider.issuer} />],
          [t('Last test that worked'), <RelativeTime key="tested" at={provider.tested_at} />],
          [t('Members who use it'), formatNumber(provider.members)],
          [t('Required'), provider.is_required ? t('yes, except for admins') : t('no')],
        ]}
      />
      {isRemoving && (
        <ReauthenticateDialog
          title={t('Remove single sign-on?')}
          about={t(
            'This ends the sessions of members who signed in with it. They can then sign in with a passkey or password. Members without a password set one with “Forgot your password?”.',
          )}
          submitLabel={t('Remove')}
          onSubmit={(password) => api.post('/single-sign-on/remove', toPassword(password))}
          onDone={() => {
            setRemoving(false)
            toast(t('Single sign-on removed.'))
            reload()
          }}
          close={() => setRemoving(false)}
        />
      )}
    </Panel>
  )
}

const Breaking = ({ text }: { text: string }) => (
  <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
)

const RegistrationPanel = ({ redirectUrl }: { redirectUrl: string }) => (
  <Panel
    title={t('At your identity provider')}
    about={t(
      'Register Bestow as a web application with the authorization code flow and a client secret. Allow the scopes openid, email and profile.',
    )}
  >
    <Text size="sm" fw={500}>
      {t('Redirect URI')}
    </Text>
    <Group gap="xs" wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{redirectUrl}</Code>
      <CopyIconButton value={redirectUrl} label={t('Copy redirect URI')} />
    </Group>
  </Panel>
)

interface ProviderValues extends Record<string, unknown> {
  issuer: string
  client_id: string
  client_secret: string
  is_required: boolean
  password: string
}

const saveProvider = ({ password, client_secret, ...values }: ProviderValues) =>
  api.put('/single-sign-on', {
    ...values,
    ...(client_secret !== '' && { client_secret }),
    ...toPassword(password),
  })

function ProviderPanel({ data: { provider }, reload }: { data: SingleSignOn; reload: () => void }) {
  const initial: ProviderValues = {
    issuer: provider?.issuer ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    is_required: provider?.is_required ?? false,
    password: '',
  }
  return (
    <Panel title={t('In Bestow')}>
      <Form
        initial={initial}
        onSubmit={saveProvider}
        onDone={() => {
          toast(provider === null ? t('Saved. Now test the sign-in.') : t('Saved.'))
          reload()
        }}
        submitLabel={t('Check and save')}
      >
        {(form) => (
          <Stack maw={560}>
            <TextInput
              label={t('Issuer')}
              description={t('For example https://login.example.com/realms/company')}
              type="url"
              autoComplete="off"
              {...form.getInputProps('issuer')}
            />
            <TextInput
              label={t('Client ID')}
              autoComplete="off"
              {...form.getInputProps('client_id')}
            />
            <PasswordInput
              label={t('Client secret')}
              description={
                provider === null
                  ? t('Bestow encrypts it and never shows it again.')
                  : t('Leave it empty to keep the current one.')
              }
              autoComplete="off"
              {...form.getInputProps('client_secret')}
            />
            <Checkbox
              label={t('Require single sign-on')}
              description={
                provider?.tested_at == null
                  ? t('Available after a successful test.')
                  : t(
                      'Members can then use no password and no passkey, and their other sessions end. Admins still can, so that a failure of the identity provider does not lock you out.',
                    )
              }
              disabled={provider?.tested_at == null}
              {...form.getInputProps('is_required', { type: 'checkbox' })}
            />
            <OwnPasswordInput {...form.getInputProps('password')} />
          </Stack>
        )}
      </Form>
    </Panel>
  )
}
