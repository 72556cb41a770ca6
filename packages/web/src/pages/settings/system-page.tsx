import { Code, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SettingInEffect, SystemStatus } from '#web/admin-api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { ErrorState, RowsSkeleton } from '#web/components/feedback/status-views.tsx'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { stageNames } from '#web/components/formats/stage-names.ts'
import { DescriptionList, Page, Panel } from '#web/components/layout/page.tsx'
import { DetailTable } from '#web/components/lists/detail-table.tsx'
import { t } from '#web/i18n/settings.ts'
import { useRead } from '#web/use-read.ts'
import { SystemDatabasePanel } from './system-database-panel.tsx'
import { HealthPanel } from './system-health.tsx'
import { SystemProcessesPanel } from './system-processes-panel.tsx'
import {
  BackupsPanel,
  CarriersPanel,
  MailPanel,
  StoragePanel,
  WebhooksPanel,
} from './system-queue-panels.tsx'

const refreshMs = 15_000

/**
 * The page with the state of the installation, for operators. It names an account only if an endpoint of this
 * account makes deliveries wait.
 */
export function SystemPage() {
  const { data, error, refetch } = useRead('/system', undefined, { refetchInterval: refreshMs })
  return (
    <Page
      title={t('System')}
      about={t('The state of this installation. Only its operators see this page.')}
    >
      {error !== null && <ErrorState error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <RowsSkeleton />}
      {data !== undefined && <SystemPanels status={data} />}
    </Page>
  )
}

const SystemPanels = ({ status }: { status: SystemStatus }) => (
  <>
    {status.warnings.length > 0 && (
      <Notice tone="bad" title={t('Settings to check')}>
        <Stack gap={4}>
          {status.warnings.map((warning) => (
            <span key={warning} lang="en">
              {warning}
            </span>
          ))}
        </Stack>
      </Notice>
    )}
    <ServicePanel {...status} />
    <MailPanel mail={status.mail} />
    <WebhooksPanel webhooks={status.webhooks} work={status.work} />
    <SystemProcessesPanel {...status} />
    <SystemDatabasePanel database={status.database} />
    {status.storage !== null && <StoragePanel storage={status.storage} />}
    <BackupsPanel backups={status.backups} stage={status.service.stage} />
    <CarriersPanel carriers={status.carriers} />
    <SettingsPanel settings={status.settings} />
  </>
)

const ServicePanel = ({ service, read_at }: SystemStatus) => (
  <HealthPanel title={t('Service')} health="ok" hasNoBadge>
    <DescriptionList
      rows={[
        [
          t('Version'),
          <span key="version">
            {service.version} <Code>{service.commit}</Code>
          </span>,
        ],
        [t('Stage'), stageNames[service.stage]],
        [t('Region'), service.region],
        [t('URL'), service.origin],
        ['Node.js', service.node_version],
        [t('Checked|system'), <RelativeTime key="read" at={read_at} />],
      ]}
    />
  </HealthPanel>
)

function SettingsPanel({ settings }: { settings: readonly SettingInEffect[] }) {
  const [search, setSearch] = useState('')
  const [hasDefaults, setHasDefaults] = useState(false)
  const text = search.trim().toUpperCase()
  const found = settings.filter(({ name, is_set }) =>
    text === '' ? is_set || hasDefaults : name.includes(text),
  )
  return (
    <Panel
      title={t('Settings in effect')}
      about={t('The settings of the process that served this page. Secrets are not shown.')}
      action={
        <Group gap="sm">
          <Switch
            label={t('Show defaults')}
            checked={hasDefaults}
            onChange={(event) => setHasDefaults(event.currentTarget.checked)}
          />
          <TextInput
            aria-label={t('Search settings')}
            placeholder={t('Search settings')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        </Group>
      }
    >
      {found.length === 0 ? (
        <Text c="dimmed">
          {text === '' ? t('All settings have their defaults.') : t('No setting has this name.')}
        </Text>
      ) : (
        <DetailTable
          label={t('Settings in effect')}
          rows={found}
          rowKey={({ name }) => name}
          columns={[
            { header: t('Name'), cell: ({ name }) => <Code>{name}</Code>, isWide: true },
            { header: t('Value'), cell: settingValue, isWide: true },
            {
              header: t('Source'),
              cell: ({ is_set }) => (is_set ? t('set by you') : t('default')),
            },
          ]}
        />
      )}
    </Panel>
  )
}

function settingValue({ value, is_secret, is_set }: SettingInEffect) {
  if (is_secret) return <Text c="dimmed">{is_set ? t('hidden') : t('not set')}</Text>
  if (value === null) return <Text c="dimmed">{t('not set')}</Text>
  return is_set ? (
    value
  ) : (
    <Text c="dimmed" lang="en">
      {value}
    </Text>
  )
}
