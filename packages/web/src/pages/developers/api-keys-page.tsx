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
import { StatusBadge } from '#web/components/status-badge.tsx'
import { useUrlFilters } from '#web/components/use-url-filters.ts'
import { plural, Trans, t } from '#web/i18n/developers.ts'
import { openExpireDialog } from './expire-key.tsx'
import { showNewApiKey } from './new-key.tsx'
import { ScopeDialog, ScopeSummary } from './scope-dialog.tsx'
import { initialScopes, ScopeFields, toScopeBody } from './scope-fields.tsx'

/** The API keys of the account. */
export function ApiKeysPage() {
  const { filters, set } = useUrlFilters()
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: ['list', '/api-keys'] })
  const close = () => set({ create: undefined })
  const [edited, edit] = useState<ApiKey>()
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
          { header: t('Permissions'), cell: ({ scopes }) => <ScopeSummary scopes={scopes} /> },
          { header: t('Status'), cell: (key) => <KeyState {...key} /> },
          { header: t('Requests (24 h)'), cell: (key) => <LastDayUsage {...key} /> },
          {
            header: t('Last used'),
            cell: ({ last_used_at }) => <RelativeTime at={last_used_at} />,
          },
          {
            header: t('Created'),
            cell: ({ created_at }) => <RelativeTime at={created_at} />,
            isDesktopOnly: true,
          },
        ]}
        actions={(key) =>
          key.expired_at === null && (
            <KeyActions apiKey={key} reload={reload} changeScopes={() => edit(key)} />
          )
        }
        empty={
          <EmptyList guide="api" title={t('No API keys yet')} action={create}>
            {t('With a key, your software can send gifts over the API.')}
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
      {edited !== undefined && (
        <ScopeDialog
          path={`/api-keys/${edited.id}/scopes`}
          name={edited.name}
          scopes={edited.scopes}
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

const KeyState = ({ expired_at }: ApiKey) =>
  expired_at === null ? (
    <StatusBadge tone="good">{t('Active')}</StatusBadge>
  ) : (
    <StatusBadge tone="end">
      <span>
        <Trans text="Revoked {time}" time={<RelativeTime at={expired_at} />} />
      </span>
    </StatusBadge>
  )

function LastDayUsage({ requests, versions }: ApiKey) {
  if (requests === 0)
    return (
      <Text inherit c="dimmed">
        0
      </Text>
    )
  return (
    <>
      {plural(requests, '{count} request', '{count} requests')}
      <Text size="xs" c="dimmed">
        {versions.map(({ version }) => version || t('none|version')).join(', ')}
      </Text>
    </>
  )
}

function KeyActions({
  apiKey: key,
  reload,
  changeScopes,
}: {
  apiKey: ApiKey
  reload: () => Promise<void>
  changeScopes: () => void
}) {
  const navigate = useNavigate()
  return (
    <MoreMenu label={t('Actions for {name}', { name: key.name })}>
      <Menu.Item onClick={changeScopes}>{t('Change permissions…')}</Menu.Item>
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
      initial={{ name: '', ...initialScopes }}
      onSubmit={(values) => api.post('/api-keys', { name: values.name, ...toScopeBody(values) })}
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
        </Stack>
      )}
    </Form>
  )
}
