import { List } from '@mantine/core'
import type { SystemStatus } from '#web/admin-api.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { DescriptionList, Panel } from '#web/components/layout/page.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { t } from '#web/i18n/settings.ts'
import { formatBytes, formatSeconds, HealthPanel, UnreadablePanel } from './system-health.tsx'
import { SystemWaitingEndpoints } from './system-waiting-endpoints.tsx'

const modeLabels = {
  smtp: t('Mail server'),
  captured: t('Emails are captured and not sent'),
  none: t('No mail server'),
}

export function MailPanel({ mail }: Pick<SystemStatus, 'mail'>) {
  if (mail === null) return <UnreadablePanel title={t('Email')} />
  return (
    <HealthPanel title={t('Email')} health={mail.health} remedy={mailRemedy(mail)}>
      <DescriptionList
        rows={[
          [t('Sent by'), mail.server ?? modeLabels[mail.mode]],
          [t('Last sent'), <RelativeTime key="sent" at={mail.last_sent_at} />],
          [t('Waiting|emails'), formatNumber(mail.waiting)],
          mail.oldest_due_seconds > 0 && [
            t('Oldest waits for'),
            formatSeconds(mail.oldest_due_seconds),
          ],
          [t('Last error'), mail.last_error ?? t('none|error')],
          ...describeSenderRejections(mail),
        ]}
      />
    </HealthPanel>
  )
}

const describeSenderRejections = ({ sender_rejections }: NonNullable<SystemStatus['mail']>) =>
  sender_rejections === null
    ? []
    : ([
        [t('Rejected because of the sender'), formatNumber(sender_rejections.count)],
        [t('Since|rejections'), <RelativeTime key="since" at={sender_rejections.since} />],
        [t('Response of the mail server'), sender_rejections.response],
      ] as const)

function mailRemedy({
  mode,
  health,
  sender_rejections,
}: NonNullable<SystemStatus['mail']>): string | undefined {
  if (sender_rejections !== null)
    return t(
      'Mail servers reject emails because of who sends them. Check block lists, SPF, DKIM, DMARC, the quota and the password. This ends when they accept emails again.',
    )
  if (mode === 'none')
    return t('Set BESTOW_SMTP_URL. Until then, all emails stay in the queue and none is lost.')
  if (health === 'ok') return undefined
  return t('Check the mail server. The service sends waiting emails again for more than a day.')
}

export function WebhooksPanel({ webhooks, work }: Pick<SystemStatus, 'webhooks' | 'work'>) {
  if (webhooks === null) return <UnreadablePanel title={t('Queues')} />
  const { counts, oldest_seconds, waiting_endpoints } = webhooks
  const { endpoints_that_cannot_sign, endpoints_failing } = webhooks
  return (
    <HealthPanel title={t('Queues')} health={webhooks.health} remedy={queueRemedy(webhooks)}>
      <DescriptionList
        rows={[
          [t('First attempts'), describeLane(counts.ready, oldest_seconds.first)],
          [t('Retries due'), formatSeconds(oldest_seconds.retry)],
          [t('Slow endpoints'), describeLane(counts.slow, oldest_seconds.slow)],
          [t('In flight'), formatNumber(counts.leased)],
          [t('Waiting for a retry'), formatNumber(counts.waiting)],
          [t('Waiting for an earlier event'), formatNumber(counts.behind)],
          [t('Parked'), formatNumber(counts.parked)],
          [t('Failing endpoints'), formatNumber(endpoints_failing)],
          [t('Endpoints that cannot sign'), formatNumber(endpoints_that_cannot_sign)],
          ...(work ?? []).map(
            ({ name, oldest_due_seconds }) =>
              [
                workLabels[name] ?? name,
                oldest_due_seconds < 1 ? t('nothing due') : formatSeconds(oldest_due_seconds),
              ] as const,
          ),
        ]}
      />
      {waiting_endpoints.length > 0 && <SystemWaitingEndpoints rows={waiting_endpoints} />}
    </HealthPanel>
  )
}

const describeLane = (count: number, oldestSeconds: number): string =>
  count === 0
    ? t('none|deliveries')
    : t('{count}, the oldest is {age} old', { count, age: formatSeconds(oldestSeconds) })

const workLabels: Readonly<Record<string, string>> = {
  gifts: t('Gifts due'),
  orders: t('Orders due'),
  carriers: t('Carrier updates due'),
  purchases: t('Labels due'),
  hand_overs: t('Hand-overs due'),
}

function queueRemedy(webhooks: NonNullable<SystemStatus['webhooks']>): string | undefined {
  if (webhooks.endpoints_that_cannot_sign > 0)
    return t(
      'The key does not decrypt some signing secrets. Add the old key to BESTOW_SECRET_KEY, after the new one.',
    )
  if (webhooks.health === 'ok') return undefined
  return t('Deliveries wait longer than usual. Start another worker, or look at the database.')
}

export const StoragePanel = ({ storage }: { storage: NonNullable<SystemStatus['storage']> }) => (
  <HealthPanel
    title={t('Disk')}
    health={storage.health}
    remedy={
      storage.health === 'ok'
        ? undefined
        : t('Free space, or move the data to a larger disk. PostgreSQL stops without space.')
    }
  >
    <DescriptionList
      rows={[
        [t('Free'), formatBytes(storage.free_bytes)],
        [t('Size'), formatBytes(storage.total_bytes)],
      ]}
    />
  </HealthPanel>
)

export function BackupsPanel({
  backups,
  stage,
}: Pick<SystemStatus, 'backups'> & Pick<SystemStatus['service'], 'stage'>) {
  if (backups === null) return <UnreadablePanel title={t('Backups')} />
  return (
    <HealthPanel
      title={t('Backups')}
      health={backups.health}
      remedy={
        backups.health === 'ok'
          ? undefined
          : backups.has_archive_errors
            ? t('The server cannot archive its WAL. Its log has the cause.')
            : t('The newest backup is older than two days. Run: npx bestow backup')
      }
      hasNoBadge={stage === 'staging' && backups.last_backup_at === null}
    >
      <DescriptionList
        rows={[
          ['bestow backup', <RelativeTime key="backup" at={backups.last_backup_at} />],
          [t('WAL archive'), <RelativeTime key="archive" at={backups.last_archived_at} />],
          [t('Other backups'), t('not known to the service')],
        ]}
      />
    </HealthPanel>
  )
}

const carrierNames: Readonly<Record<string, string>> = {
  simulator: t('Simulator'),
  manual: t('Manual shipping'),
  easypost: 'EasyPost',
  http: t('Warehouse with an API'),
}

export const CarriersPanel = ({ carriers }: Pick<SystemStatus, 'carriers'>) => (
  <Panel title={t('Carriers')}>
    <List size="sm">
      {carriers.map(({ name, is_default }) => (
        <List.Item key={name}>
          {is_default
            ? t('{carrier}, the default', { carrier: carrierNames[name] ?? name })
            : (carrierNames[name] ?? name)}
        </List.Item>
      ))}
    </List>
  </Panel>
)
