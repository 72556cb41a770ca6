import { Badge, Button, Group, Menu, Modal, Stack, Text, TextInput } from '@mantine/core'
import type { ApiKey } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { stageNames } from '#web/components/formats/stage-names.ts'
import { Form } from '#web/components/forms/form.tsx'
import { MenuLink } from '#web/components/layout/menu-link.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DataList } from '#web/components/lists/data-list.tsx'
import { useUrlFilters } from '#web/components/lists/use-url-filters.ts'
import { t } from '#web/i18n/developers.ts'
import { AllowedAddressesField, changeAllowedAddresses } from './allowed-addresses.tsx'
import { openExpireDialog } from './expire-key.tsx'
import { ExpiryFields, initialExpiry, isUsable, KeyStateBadge, toExpiry } from './key-expiry.tsx'
import { KeyTeamField, KeyTeamName } from './key-team.tsx'
import { showNewApiKey } from './new-key.tsx'
import { changeScopes, ScopeSummary } from './scope-dialog.tsx'
import { initialScopes, ScopeFields, toScopeBody } from './scope-fields.tsx'

/** The page with the API keys of the account. */
export function ApiKeysPage() {
  const { filters, set } = useUrlFilters()
  const close = () => set({ create: undefined })
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
        actions={(key) => key.expired_at === null && <KeyActions apiKey={key} />}
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
        <NewKeyForm close={close} />
      </Modal>
    </Page>
  )
}

const KeySuffix = ({ last_four, stage }: ApiKey) => (
  <Group gap={6} wrap="nowrap">
    <Badge size="sm" variant="light" className="stage-badge" tt="none">
      {stageNames[stage]}
    </Badge>
    <span className="mono">…{last_four}</span>
  </Group>
)

/** The cell that shows what the key may do, for which team, and from which addresses. */
const Permissions = ({ scopes, allowed_addresses, team_id }: ApiKey) => (
  <>
    <ScopeSummary scopes={scopes} />
    {team_id !== null && <KeyTeamName id={team_id} />}
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

const KeyActions = ({ apiKey: key }: { apiKey: ApiKey }) => (
  <MoreMenu label={t('Actions for {name}', { name: key.name })}>
    {isUsable(key) && (
      <>
        <Menu.Item onClick={() => changeScopes({ ...key, path: `/api-keys/${key.id}/scopes` })}>
          {t('Change permissions…')}
        </Menu.Item>
        <Menu.Item onClick={() => changeAllowedAddresses(key)}>
          {t('Change allowed addresses…')}
        </Menu.Item>
      </>
    )}
    <MenuLink to={`/developers/api-keys/${key.id}/rotate`}>{t('Rotate…')}</MenuLink>
    <MenuLink to="/developers/requests" search={{ token_id: key.id }}>
      {t('View requests')}
    </MenuLink>
    <Menu.Divider />
    <Menu.Item color="red" onClick={() => void openExpireDialog(key.id)}>
      {t('Revoke…')}
    </Menu.Item>
  </MoreMenu>
)

function NewKeyForm({ close }: { close: () => void }) {
  return (
    <Form
      initial={{
        name: '',
        ...initialScopes,
        ...initialExpiry,
        allowed_addresses: [] as string[],
        team_id: null as string | null,
      }}
      onSubmit={(values) =>
        api.post('/api-keys', {
          name: values.name,
          ...toScopeBody(values),
          expires_at: toExpiry(values),
          allowed_addresses: values.allowed_addresses,
          team_id: values.team_id,
        })
      }
      onDone={({ token }) => {
        close()
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
          <KeyTeamField {...form.getInputProps('team_id')} />
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
