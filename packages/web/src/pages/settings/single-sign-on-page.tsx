import { Button, Checkbox, Code, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ConnectorKind, SingleSignOnProvider } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
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
import { AccessPolicyPanel } from './access-policy-panel.tsx'
import { localize, SettingInput } from './connection-form.tsx'
import { reauthenticate } from './reauthenticate.tsx'

/** The page for the identity providers of the account. */
export function SingleSignOnPage() {
  const { data, error, refetch } = useRead('/single-sign-on')
  return (
    <Page
      title={t('Single sign-on')}
      about={t('Members sign in at your company’s identity provider. You invite people as before.')}
      action={data !== undefined && data.providers.length > 0 && <AddMenu kinds={data.kinds} />}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={4} />}
      {data?.providers.length === 0 && (
        <EmptyList
          guide="singleSignOn"
          title={t('No identity provider')}
          action={<AddMenu kinds={data.kinds} />}
        >
          {t('Add one, so that members need no password here.')}
        </EmptyList>
      )}
      {data?.providers.map((provider) => (
        <ProviderPanel
          key={`${provider.id} ${provider.updated_at}`}
          provider={provider}
          kind={data.kinds.find(({ kind }) => kind === provider.kind)}
        />
      ))}
      <AccessPolicyPanel />
    </Page>
  )
}

function AddMenu({ kinds }: { kinds: readonly ConnectorKind[] }) {
  const add = useAction(({ kind, title }: ConnectorKind) =>
    api.post('/single-sign-on', { kind, name: localize(title) }),
  )
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button loading={add.isPending} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('Add provider')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind.kind} onClick={() => add.mutate(kind)}>
            {localize(kind.title)}
            <Text size="xs" c="dimmed">
              {localize(kind.about)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ProviderProps {
  provider: SingleSignOnProvider
  /** Undefined if this version does not have the kind. */
  kind: ConnectorKind | undefined
}

const ProviderPanel = ({ provider, kind }: ProviderProps) => (
  <Panel title={provider.name} action={<Actions provider={provider} />}>
    <Stack>
      <Text size="sm" fw={600}>
        {t('At your identity provider')}
      </Text>
      <DescriptionList
        rows={provider.registration.map(({ label, value }) => [
          localize(label),
          <Group key={value} gap="xs" wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
            <CopyIconButton value={value} label={t('Copy {name}', { name: localize(label) })} />
          </Group>,
        ])}
      />
      {provider.is_ready && <Status provider={provider} />}
      {kind !== undefined && <ProviderForm provider={provider} kind={kind} />}
    </Stack>
  </Panel>
)

const Status = ({ provider }: { provider: SingleSignOnProvider }) => (
  <>
    <Text size="sm" fw={600}>
      {t('Status')}
    </Text>
    <DescriptionList
      rows={[
        [t('Last test that worked'), <RelativeTime key="tested" at={provider.tested_at} />],
        [t('Members who use it'), formatNumber(provider.members)],
        [t('Required'), provider.is_required ? t('yes, except for admins') : t('no')],
      ]}
    />
  </>
)

function Actions({ provider: { id, name, is_ready } }: { provider: SingleSignOnProvider }) {
  const test = useAction(
    () => api.post(`/single-sign-on/${id}/test`),
    ({ url }) => openIdentityProvider(url, '/settings/single-sign-on'),
  )
  return (
    <Group gap="xs">
      {is_ready && (
        <Button loading={test.isPending} onClick={() => test.mutate()}>
          {t('Test sign-in')}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => removeProvider(id)}
        aria-label={t('Remove {name}', { name })}
      >
        {t('Remove…')}
      </Button>
    </Group>
  )
}

const removeProvider = (id: string) =>
  reauthenticate({
    title: t('Remove single sign-on?'),
    about: t(
      'This ends the sessions of members who signed in with it. They can then sign in with a passkey or password. Members without a password set one with “Forgot your password?”.',
    ),
    submitLabel: t('Remove'),
    onSubmit: (password) => api.post(`/single-sign-on/${id}/remove`, toPassword(password)),
    onDone: () => toast(t('Single sign-on removed.')),
  })

interface ProviderValues extends Record<string, unknown> {
  name: string
  settings: Record<string, unknown>
  is_required: boolean
  admits_new: boolean
  password: string
}

function ProviderForm({
  provider: { id, name, settings, is_ready, is_required, admits_new, tested_at },
  kind: { fields },
}: {
  provider: SingleSignOnProvider
  kind: ConnectorKind
}) {
  const initial: ProviderValues = {
    ...{ name, is_required, admits_new, password: '' },
    settings: Object.fromEntries(
      fields.map((field) => [field.name, settings[field.name] ?? field.default ?? '']),
    ),
  }
  return (
    <>
      <Text size="sm" fw={600}>
        {t('In Bestow')}
      </Text>
      <Form
        initial={initial}
        onSubmit={({ password, ...values }) =>
          api.put(`/single-sign-on/${id}`, { ...values, ...toPassword(password) })
        }
        onDone={() => {
          toast(is_ready ? t('Saved.') : t('Saved. Now test the sign-in.'))
        }}
        submitLabel={t('Check and save')}
      >
        {(form) => (
          <Stack maw={560}>
            <TextInput label={t('Name')} maxLength={100} {...form.getInputProps('name')} />
            {fields.map((field) => (
              <SettingInput
                key={field.name}
                field={field}
                isNew={!is_ready}
                inputProps={form.getInputProps(`settings.${field.name}`)}
              />
            ))}
            <Checkbox
              label={t('Require single sign-on')}
              description={
                tested_at == null
                  ? t('Available after a successful test.')
                  : t(
                      'Members can then use no password and no passkey, and their other sessions end. Admins still can, so that a failure of the identity provider does not lock you out.',
                    )
              }
              disabled={tested_at == null}
              {...form.getInputProps('is_required', { type: 'checkbox' })}
            />
            <Checkbox
              label={t('Let new people join')}
              description={t(
                'People with an address of a proven domain become members when they first sign in. Their groups give the role, otherwise it is the default role of Provisioning.',
              )}
              {...form.getInputProps('admits_new', { type: 'checkbox' })}
            />
            <OwnPasswordInput {...form.getInputProps('password')} />
          </Stack>
        )}
      </Form>
    </>
  )
}
