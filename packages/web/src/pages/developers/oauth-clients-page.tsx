import { Button, Menu, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { ClientCredentials, OAuthClient } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openForm } from '#web/components/dialogs/form-dialog.tsx'
import { showSecret } from '#web/components/dialogs/secret-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { SegmentedField } from '#web/components/forms/segmented-field.tsx'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { Trans, t } from '#web/i18n/developers.ts'
import { overlapOptions } from './overlap-options.ts'
import { changeScopes, ScopeSummary } from './scope-dialog.tsx'
import { initialScopes, ScopeFields, toScopeBody } from './scope-fields.tsx'

/** The page with the OAuth clients of the account. */
export function OAuthClientsPage() {
  const { filters, set } = useUrlFilters()
  const close = () => set({ create: undefined })
  const create = <Button onClick={() => set({ create: 'true' })}>{t('New OAuth client')}</Button>
  return (
    <Page
      title={t('OAuth clients')}
      about={t(
        'For short-lived tokens, or apps that act with a user’s consent. An API key is simpler.',
      )}
      action={create}
    >
      <DataList
        label={t('OAuth clients')}
        path="/oauth-clients"
        columns={[
          {
            header: t('Name'),
            cell: ({ name }) => (
              <Text inherit fw={600}>
                {name}
              </Text>
            ),
          },
          { header: t('Client ID'), cell: ({ id }) => <ClientId id={id} /> },
          {
            header: 'x-api-key',
            cell: (each) => <span className="mono">…{each.api_key_last_four}</span>,
          },
          { header: t('Kind'), cell: ({ kind }) => (kind === 'private' ? t('Server') : t('App')) },
          { header: t('Permissions'), cell: ({ scopes }) => <ScopeSummary scopes={scopes} /> },
          { header: t('Status'), cell: (each) => <ClientState {...each} /> },
          { header: t('Last token'), cell: (each) => <RelativeTime at={each.last_issued_at} /> },
        ]}
        actions={(each) => each.revoked_at === null && <ClientActions oauthClient={each} />}
        empty={
          <EmptyList guide="oauth" title={t('No OAuth clients yet')} action={create}>
            {t(
              'An API key is enough for most integrations. Use OAuth for short-lived tokens, or for apps that act with a user’s consent.',
            )}
          </EmptyList>
        }
      />
      <Modal
        opened={filters.create === 'true'}
        onClose={close}
        title={t('New OAuth client')}
        size="lg"
      >
        <NewClientForm close={close} />
      </Modal>
    </Page>
  )
}

const ClientId = ({ id }: { id: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    <span className="mono">{id.slice(0, 8)}…</span>{' '}
    <CopyIconButton value={id} label={t('Copy client ID')} />
  </span>
)

function ClientState({ revoked_at, previous_secret_until: until }: OAuthClient) {
  if (revoked_at !== null) return <StatusBadge tone="end">{t('Revoked')}</StatusBadge>
  const hasTwoSecrets = until !== null && new Date(until) > new Date()
  return (
    <>
      <StatusBadge tone="good">{t('Active')}</StatusBadge>
      {hasTwoSecrets && (
        <Text size="xs" c="dimmed">
          <Trans text="2 secrets, the old one expires {time}" time={<RelativeTime at={until} />} />
        </Text>
      )}
    </>
  )
}

const ClientActions = ({ oauthClient }: { oauthClient: OAuthClient }) => (
  <MoreMenu label={t('Actions for {name}', { name: oauthClient.name })}>
    <Menu.Item
      onClick={() =>
        changeScopes({ ...oauthClient, path: `/oauth-clients/${oauthClient.id}/scopes` })
      }
    >
      {t('Change permissions…')}
    </Menu.Item>
    {oauthClient.kind === 'private' && (
      <Menu.Item onClick={() => rotateSecret(oauthClient.id)}>{t('Rotate secret…')}</Menu.Item>
    )}
    <Menu.Item
      onClick={() =>
        confirm({
          title: t('Revoke all tokens of {name}?', { name: oauthClient.name }),
          children: t('It can request new tokens at once. Apps need their users’ consent again.'),
          confirmLabel: t('Revoke tokens'),
          onConfirm: async () => {
            await api.post(`/oauth-clients/${oauthClient.id}/revoke-tokens`)
            toast(t('All tokens of {name} revoked.', { name: oauthClient.name }))
          },
        })
      }
    >
      {t('Revoke all tokens…')}
    </Menu.Item>
    <Menu.Divider />
    <Menu.Item
      color="red"
      onClick={() =>
        confirm({
          title: t('Revoke {name}?', { name: oauthClient.name }),
          children: t(
            'Its tokens stop working at once, and it gets no new ones. This can’t be undone.',
          ),
          confirmLabel: t('Revoke'),
          typeToConfirm: oauthClient.name,
          onConfirm: async () => {
            await api.post(`/oauth-clients/${oauthClient.id}/revoke`)
          },
        })
      }
    >
      {t('Revoke…')}
    </Menu.Item>
  </MoreMenu>
)

function NewClientForm({ close }: { close: () => void }) {
  return (
    <Form
      initial={{
        name: '',
        kind: 'private' as OAuthClient['kind'],
        redirect_uris: '',
        ...initialScopes,
      }}
      onSubmit={({ name, kind, redirect_uris, ...values }) =>
        api.post('/oauth-clients', {
          name,
          kind,
          ...toScopeBody(values),
          ...(kind === 'public'
            ? { redirect_uris: redirect_uris.split(/\s+/).filter(Boolean) }
            : {}),
        })
      }
      onDone={(credentials) => {
        close()
        showCredentials(credentials)
      }}
      submitLabel={t('Create client')}
      onCancel={close}
    >
      {(form) => (
        <Stack>
          <TextInput
            label={t('Name')}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <div>
            <SegmentedField
              label={t('Type')}
              fullWidth
              data={[
                { value: 'private', label: t('Server') },
                { value: 'public', label: t('App') },
              ]}
              {...form.getInputProps('kind')}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {form.getValues().kind === 'private'
                ? t('Runs on a server and has a secret (client credentials).')
                : t(
                    'Runs on a device without a secret. Each user gives consent (authorization code with PKCE).',
                  )}
            </Text>
          </div>
          {form.getValues().kind === 'public' && (
            <Textarea
              label={t('Redirect URIs')}
              description={t('One per line. They must match exactly.')}
              autosize
              minRows={2}
              {...form.getInputProps('redirect_uris')}
            />
          )}
          <ScopeFields form={form} />
        </Stack>
      )}
    </Form>
  )
}

const showCredentials = ({ client_id, client_secret, api_key, tenant }: ClientCredentials) =>
  showSecret({
    title: t('Your new OAuth client'),
    secrets: [
      [t('Client ID'), client_id],
      ...(client_secret === undefined ? [] : [[t('Client secret'), client_secret] as const]),
      ['x-api-key', api_key],
      [t('Tenant'), tenant],
    ],
    children: (
      <Text size="sm">
        <Trans
          text="Get tokens from {url}. Also send the header x-api-key with each call."
          url={<span className="mono">{`${window.location.origin}/auth/token`}</span>}
        />
      </Text>
    ),
  })

const rotateSecret = (id: string) =>
  openForm({
    title: t('New client secret'),
    initial: { overlap_seconds: '86400' },
    onSubmit: ({ overlap_seconds }) =>
      api.post(`/oauth-clients/${id}/rotate-secret`, { overlap_seconds: Number(overlap_seconds) }),
    onDone: ({ client_secret }) =>
      showSecret({
        title: t('New client secret'),
        secrets: [[t('Client secret'), client_secret]],
      }),
    submitLabel: t('Rotate secret'),
    children: (form) => (
      <Select
        label={t('Old secret stays valid for')}
        description={t('Time to deploy the new secret. Issued tokens stay valid.')}
        data={overlapOptions}
        allowDeselect={false}
        {...form.getInputProps('overlap_seconds')}
      />
    ),
  })
