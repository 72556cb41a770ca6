import { Badge, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKey } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { DataList } from '#web/components/data-list.tsx'
import { EmptyList } from '#web/components/empty-list.tsx'
import { Form } from '#web/components/form.tsx'
import { MoreMenu } from '#web/components/more-menu.tsx'
import { Page } from '#web/components/page.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { stageNames } from '#web/components/stage-names.ts'
import { useUrlFilters } from '#web/components/use-url-filters.ts'
import { t } from '#web/i18n/developers.ts'
import { AllowedAddressesDialog, AllowedAddressesField } from './allowed-addresses.tsx'
import { openExpireDialog } from './expire-key.tsx'
import { ExpiryFields, initialExpiry, isUsable, KeyStateBadge, toExpiry } from './key-expiry.tsx'
import { showNewApiKey } from './new-key.tsx'
import { ScopeDialog, ScopeSummary } from './scope-dialog.tsx'
import { initialScopes, ScopeFields, toScopeBody } from './scope-fields.tsx'

/** The API keys of the account. */
export function ApiKeysPage() {
  const { filters, set } = useUrlFilters()
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: ['list', '/api-keys'] })
  const close = () => set({ create: undefined })
  const [edited, edit] = useState<{ apiKey: ApiKey; part: 'scopes' | 'addresses' }>()
  const create = (
    <Button onClick={() => set({ create: 'true' })}>{t('Generate new API key')}</Button>
  )
  return (
    <Page
      title={t('API keys')}
      about={t(
        'An API key gives a program access to this account, with the permissions you choose. Keys are shown once.',
      )}
      action={create}
    >
      <DataList
        label={t('API keys')}
        path="/api-keys"
        columns={[
          {
            header: t('Name'),
            cell: ({ name }) => (
              <Text inherit fw={600}>
                {name}
              </Text>
            ),
          },
          { header: t('Key'), cell: (key) => <KeySuffix {...key} /> },
          { header: t('Permissions'), cell: (key) => <Permissions {...key} /> },
          { header: t('Status'), cell: (key) => <KeyStateBadge apiKey={key} /> },
          { header: t('Requests (24 h)'), cell: (key) => <LastDayUsage {...key} /> },
          {
            header: t('Last used'),
            cell: ({ last_used_at }) => <RelativeTime at={last_used_at} />,
          },
          {
            header: t('Created|key'),
            cell: ({ created_at }) => <RelativeTime at={created_at} />,
            isDesktopOnly: true,
          },
        ]}
        actions={(key) =>
          key.expired_at === null && (
            <KeyActions
              apiKey={key}
              reload={reload}
              change={(part) => edit({ apiKey: key, part })}
            />
          )
        }
        empty={
          <EmptyList guide="api" title={t('No API keys yet')} action={create}>
            {t('With a key, your software can send gifts through the API.')}
          </EmptyList>
        }
      />
      <Modal
        opened={filters.create === 'true'}
        onClose={close}
        title={t('Generate new API key')}
        size="lg"
      >
        <NewKeyForm close={close} reload={reload} />
      </Modal>
      {edited?.part === 'addresses' && (
        <AllowedAddressesDialog
          apiKey={edited.apiKey}
          close={() => edit(undefined)}
          reload={reload}
        />
      )}
      {edited?.part === 'scopes' && (
        <ScopeDialog
          path={`/api-keys/${edited.apiKey.id}/scopes`}
          name={edited.apiKey.name}
          scopes={edited.apiKey.scopes}
          close={() => edit(undefined)}
          reload={reload}
        />
      )}
    </Page>
  )
}

const KeySuffix = ({ last_four, stage }: ApiKey) => (
  <Group gap={6} wrap="nowrap">
    <Badge size="sm" variant="light" className="stage" tt="none">
      {stageNames[stage]}
    </Badge>
    <span className="mono">…{last_four}</span>
  </Group>
)

/** What the key may do, and from where. */
const Permissions = ({ scopes, allowed_addresses }: ApiKey) => (
  <>
    <ScopeSummary scopes={scopes} />
    {allowed_addresses.length > 0 && (
      <Text size="xs" c="dimmed" className="scope-names">
        {t('Only from {addresses}', { addresses: summarize(allowed_addresses) })}
      </Text>
    )}
  </>
)

const maxShown = 2

const summarize = (addresses: readonly string[]): string =>
  addresses.length > maxShown
    ? t('{addresses} and {count} more', {
        addresses: addresses.slice(0, maxShown).join(', '),
        count: addresses.length - maxShown,
      })
    : addresses.join(', ')

function LastDayUsage({ requests, versions }: ApiKey) {
  if (requests === 0)
    return (
      <Text inherit c="dimmed">
        0
      </Text>
    )
  return (
    <>
      {t('{count} requests', { count: requests })}
      <Text size="xs" c="dimmed">
        {versions.map(({ version }) => version || t('none|version')).join(', ')}
      </Text>
    </>
  )
}

function KeyActions({
  apiKey: key,
  reload,
  change,
}: {
  apiKey: ApiKey
  reload: () => Promise<void>
  change: (part: 'scopes' | 'addresses') => void
}) {
  const navigate = useNavigate()
  return (
    <MoreMenu label={t('Actions for {name}', { name: key.name })}>
      {isUsable(key) && (
        <>
          <Menu.Item onClick={() => change('scopes')}>{t('Change permissions…')}</Menu.Item>
          <Menu.Item onClick={() => change('addresses')}>
            {t('Change allowed addresses…')}
          </Menu.Item>
        </>
      )}
      <Menu.Item onClick={() => void navigate({ href: `/developers/api-keys/${key.id}/rotate` })}>
        {t('Rotate…')}
      </Menu.Item>
      <Menu.Item onClick={() => void navigate({ href: `/developers/requests?token_id=${key.id}` })}>
        {t('View requests')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item color="red" onClick={() => void openExpireDialog(key.id, reload)}>
        {t('Revoke…')}
      </Menu.Item>
    </MoreMenu>
  )
}

function NewKeyForm({ close, reload }: { close: () => void; reload: () => Promise<void> }) {
  return (
    <Form
      initial={{
        name: '',
        ...initialScopes,
        ...initialExpiry,
        allowed_addresses: [] as string[],
      }}
      onSubmit={(values) =>
        api.post('/api-keys', {
          name: values.name,
          ...toScopeBody(values),
          expires_at: toExpiry(values),
          allowed_addresses: values.allowed_addresses,
        })
      }
      onDone={({ token }) => {
        close()
        void reload()
        showNewApiKey(token)
      }}
      submitLabel={t('Generate')}
      onCancel={close}
    >
      {(form) => (
        <Stack>
          <TextInput
            label={t('Name')}
            description={t(
              'The program that will use it, for example CRM or Shop. Use one key per program.',
            )}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <ScopeFields form={form} />
          <ExpiryFields form={form} />
          <AllowedAddressesField
            value={form.values.allowed_addresses}
            onChange={(addresses) => form.setFieldValue('allowed_addresses', addresses)}
            errors={form.errors}
          />
        </Stack>
      )}
    </Form>
  )
}
