import { Badge, Box, Button, Group, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { Connection, ConnectorKind } from '#web/admin-api.ts'
import { api } from '#web/api.ts'
import { confirm } from '#web/components/dialogs/confirm.tsx'
import { openDialog } from '#web/components/dialogs/form-dialog.tsx'
import { EmptyList } from '#web/components/feedback/empty-list.tsx'
import { StatusBadge } from '#web/components/feedback/status-badge.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { toast } from '#web/components/feedback/toast.tsx'
import { useAction } from '#web/components/feedback/use-action.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { MoreMenu } from '#web/components/layout/more-menu.tsx'
import { Page } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { Trans, t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'
import { openCheckout } from './checkout-form.tsx'
import { localize, openEdit, openNew, showWebhookUrl } from './connection-form.tsx'
import { TestResultView } from './connection-test.tsx'
import { ReconciliationStatus } from './reconciliation-status.tsx'
import { isShop, RosterStatus, readNow } from './roster-status.tsx'
import { WarehouseConnections } from './warehouse-connections.tsx'

/** The page for the connections of the account to services outside, such as carriers. */
export function ConnectionsPage() {
  const { data, error, refetch } = useRead('/connections', undefined, {
    refetchInterval: ({ state }) =>
      state.data?.data.some((each) => (each.roster ?? each.reconciliation)?.is_running) === true &&
      2_000,
  })
  const allowed = data?.kinds.filter(({ is_allowed }) => is_allowed) ?? []
  return (
    <Page
      title={t('Connections')}
      about={t(
        'Your own accounts at services outside, such as carriers. Their keys are encrypted and never shown again.',
      )}
      action={data !== undefined && data.data.length > 0 && <AddMenu kinds={allowed} />}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton rows={3} />}
      {data?.data.length === 0 && (
        <EmptyList
          guide="connections"
          title={t('No connections')}
          action={allowed.length > 0 && <AddMenu kinds={allowed} />}
        >
          {allowed.length > 0
            ? t(
                'Until you add one, this installation sends your parcels, emails and text messages.',
              )
            : t('The operator of this installation allows no connections.')}
        </EmptyList>
      )}
      {data !== undefined && data.data.length > 0 && (
        <>
          <ConnectionTable connections={data.data} kinds={data.kinds} />
          <WarehouseConnections
            warehouses={data.warehouses}
            connections={data.data.filter(({ port }) => port === 'carrier')}
          />
        </>
      )}
    </Page>
  )
}

/** What connections are for, by port. */
const portNames: Readonly<Record<string, string>> = {
  carrier: t('Parcels'),
  mail: t('Emails'),
  text: t('Text messages'),
  roster: t('Contacts'),
  destination: t('Events'),
  code_supplier: t('Gift codes'),
  chat_app: t('Chat'),
}

/** Returns whether new work uses one connection of a port by default. Rosters, brokers and suppliers are used by name. */
const hasDefault = (port: string): boolean =>
  port !== 'roster' && port !== 'destination' && port !== 'code_supplier'

const nameKind = ({ port, title }: ConnectorKind): string =>
  `${portNames[port] ?? port}: ${localize(title)}`

const AddMenu = ({ kinds }: { kinds: readonly ConnectorKind[] }) =>
  kinds.length > 0 && (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('Add connection')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {/* The list scrolls inside the menu: the focus of the menu would scroll a long page away from the pointer. */}
        <Box mah="min(26rem, 40dvh)" style={{ overflowY: 'auto' }}>
          {kinds.map((kind) => (
            <Menu.Item key={kind.kind} onClick={() => openNew(kind)}>
              {nameKind(kind)}
              <Text size="xs" c="dimmed">
                {localize(kind.about)}
              </Text>
            </Menu.Item>
          ))}
        </Box>
      </Menu.Dropdown>
    </Menu>
  )

interface TableProps {
  connections: readonly Connection[]
  kinds: readonly ConnectorKind[]
}

function ConnectionTable({ connections, kinds }: TableProps) {
  const findKind = ({ kind }: Connection) => kinds.find((each) => each.kind === kind)
  return (
    <DetailTable
      label={t('Connections')}
      rows={connections}
      rowKey={({ id }) => id}
      isPanel
      columns={[
        {
          header: t('Name'),
          cell: (row) => <ConnectionName connection={row} kind={findKind(row)} />,
        },
        {
          header: t('Status'),
          cell: (row) => (
            <>
              <Status connection={row} kind={findKind(row)} />
              {row.roster !== null && <RosterStatus connection={row} roster={row.roster} />}
              {row.reconciliation !== null && (
                <ReconciliationStatus connection={row} reconciliation={row.reconciliation} />
              )}
            </>
          ),
          isFullWidth: true,
        },
        {
          header: t('Last success'),
          cell: ({ last_success_at }) =>
            last_success_at === null ? t('None yet') : <RelativeTime at={last_success_at} />,
        },
      ]}
      actions={(row) => <ConnectionActions connection={row} kind={findKind(row)} />}
    />
  )
}

interface ConnectionProps {
  connection: Connection
  /** Undefined if this version does not have the kind. */
  kind: ConnectorKind | undefined
}

const ConnectionName = ({
  connection: { name, is_default, kind: code },
  kind,
}: ConnectionProps) => (
  <>
    <Group gap="xs">
      <Text inherit fw={600}>
        {name}
      </Text>
      {is_default && kind !== undefined && hasDefault(kind.port) && (
        <Badge variant="light">{t('Default')}</Badge>
      )}
    </Group>
    <Text size="xs" c="dimmed">
      {kind === undefined ? code : nameKind(kind)}
    </Text>
  </>
)

function Status({ connection, kind }: ConnectionProps) {
  const { enabled, failing_since, last_error, last_success_at } = connection
  if (kind?.is_allowed !== true)
    return <StatusBadge tone="end">{t('No longer allowed')}</StatusBadge>
  if (!enabled) return <StatusBadge tone="end">{t('Disabled')}</StatusBadge>
  if (failing_since !== null)
    return (
      <>
        <StatusBadge tone="bad">{t('Failing')}</StatusBadge>
        <Text size="xs" c="dimmed">
          <Trans text="Since {time}" time={<RelativeTime at={failing_since} />} />
        </Text>
        <Text size="xs" c="dimmed" maw={420}>
          {last_error}
        </Text>
      </>
    )
  return last_success_at === null ? (
    <StatusBadge tone="wait">{t('Not tested')}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t('Works')}</StatusBadge>
  )
}

function ConnectionActions({ connection, kind }: ConnectionProps) {
  const { id, name, enabled, is_default, webhook_url, roster, reconciliation } = connection
  const path = `/connections/${id}` as const
  const act = useAction((run: () => Promise<unknown>) => run())
  const test = async () => {
    const result = await api.post(`${path}/test`)
    openDialog({ title: t('Test of {name}', { name }) }, (close) => (
      <TestResultView result={result} close={close} />
    ))
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        loading={act.isPending}
        onClick={() => act.mutate(test)}
        aria-label={t('Test {name}', { name })}
      >
        {t('Test')}
      </Button>
      <MoreMenu label={t('More actions for {name}', { name })}>
        {kind !== undefined && (
          <Menu.Item onClick={() => openEdit(connection, kind)}>{t('Edit…')}</Menu.Item>
        )}
        {webhook_url !== null && (
          <Menu.Item onClick={() => showWebhookUrl(name, webhook_url)}>
            {t('Webhook URL…')}
          </Menu.Item>
        )}
        {roster !== null && enabled && !roster.is_running && (
          <Menu.Item onClick={() => act.mutate(() => readNow(connection))}>
            {isShop(connection) ? t('Read products now') : t('Read contacts now')}
          </Menu.Item>
        )}
        {reconciliation !== null && enabled && !reconciliation.is_running && (
          <Menu.Item onClick={() => act.mutate(() => readNow(connection))}>
            {t('Compare orders now')}
          </Menu.Item>
        )}
        {isShop(connection) && (
          <Menu.Item onClick={() => openCheckout(connection)}>
            {t('Gifts from the checkout…')}
          </Menu.Item>
        )}
        {!is_default && enabled && hasDefault(connection.port) && !isShop(connection) && (
          <Menu.Item onClick={() => act.mutate(() => api.patch(path, { is_default: true }))}>
            {t('Make default')}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => act.mutate(() => api.patch(path, { enabled: !enabled }))}>
          {enabled ? t('Disable') : t('Enable')}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => confirmDelete(connection)}>
          {t('Delete…')}
        </Menu.Item>
      </MoreMenu>
    </Group>
  )
}

function describeDeletion(connection: Connection): string {
  if (connection.port === 'destination')
    return t('Its keys are deleted. An endpoint that publishes over it must be deleted first.')
  if (isShop(connection)) return t('Its keys are deleted. Its products stay, without stock.')
  return connection.roster === null
    ? t('Its keys are deleted. New parcels and messages go another way.')
    : t('Its keys are deleted. Its contacts stay, and no longer change by themselves.')
}

function confirmDelete(connection: Connection): void {
  const { id, name } = connection
  confirm({
    title: t('Delete {name}?', { name }),
    children: describeDeletion(connection),
    confirmLabel: t('Delete'),
    onConfirm: async () => {
      await api.delete(`/connections/${id}`)
      toast(t('{name} is deleted.', { name }))
    },
  })
}
