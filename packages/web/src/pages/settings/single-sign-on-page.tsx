import { Button, Checkbox, Code, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import type { SingleSignOn, SingleSignOnProvider } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { OwnPasswordInput, toPassword } from '#web/components/forms/own-password-input.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { DescriptionList, Page, Panel } from '#web/components/layout/page.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { openIdentityProvider } from '#web/sign-on.ts'
import { useRead } from '#web/use-read.ts'
import { reauthenticate } from './reauthenticate.tsx'

/** The page for the identity provider of the account. */
export function SingleSignOnPage() {
  const { data, error, refetch } = useRead('/single-sign-on')
  return (
    <Page
      title={t('Single sign-on')}
      about={t(
        'Members sign in at your company’s identity provider with OpenID Connect. You invite people as before.',
      )}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={4} />}
      {data !== undefined && (
        <>
          {data.provider !== null && <StatusPanel provider={data.provider} />}
          <RegistrationPanel redirectUrl={data.redirect_url} />
          <ProviderPanel key={data.provider?.updated_at} data={data} />
        </>
      )}
    </Page>
  )
}

function StatusPanel({ provider }: { provider: SingleSignOnProvider }) {
  const test = useAction(
    () => api.post('/single-sign-on/test'),
    ({ url }) => openIdentityProvider(url, '/settings/single-sign-on'),
  )
  return (
    <Panel
      title={t('Status')}
      action={
        <Group gap="xs">
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            {t('Test sign-in')}
          </Button>
          <Button variant="default" onClick={removeProvider}>
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
    </Panel>
  )
}

const removeProvider = () =>
  reauthenticate({
    title: t('Remove single sign-on?'),
    about: t(
      'This ends the sessions of members who signed in with it. They can then sign in with a passkey or password. Members without a password set one with “Forgot your password?”.',
    ),
    submitLabel: t('Remove'),
    onSubmit: (password) => api.post('/single-sign-on/remove', toPassword(password)),
    onDone: () => toast(t('Single sign-on removed.')),
  })

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

function ProviderPanel({ data: { provider } }: { data: SingleSignOn }) {
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
