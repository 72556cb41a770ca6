import type { adminContract } from '#http/admin'
import * as webhooks from '#webhooks'

type Status = adminContract.SystemStatus
type Health = adminContract.SystemHealth
type Part<Name extends keyof Status> = Omit<NonNullable<Status[Name]>, 'health'>

/*
 * The rules for when a part of the installation needs an operator. `warning` means delayed work. `failed`
 * means that a part of the service has stopped.
 */

const minute = 60
const hour = 60 * minute

/**
 * The seconds without a report after which a process counts as silent. A process reports every 15 seconds.
 */
export const maxSilenceSeconds = 90

const worst = (...found: (Health | false)[]): Health =>
  found.includes('failed') ? 'failed' : found.includes('warning') ? 'warning' : 'ok'

interface MailView extends Pick<Part<'mail'>, 'mode' | 'last_error' | 'oldest_due_seconds'> {
  sender_rejections: object | null
}

export const assessMail = ({
  mode,
  last_error,
  oldest_due_seconds,
  sender_rejections,
}: MailView): Health =>
  worst(
    mode === 'none' && 'failed',
    sender_rejections !== null && 'failed',
    mode === 'smtp' && oldest_due_seconds > 15 * minute && 'failed',
    mode === 'smtp' && oldest_due_seconds > 2 * minute && 'warning',
    last_error !== null && 'warning',
  )

/**
 * Assesses the delivery of webhooks. Ignores retries: they belong to endpoints that fail, and a retry is
 * hours old when it is due.
 */
export const assessWebhooks = ({ oldest_seconds, endpoints_that_cannot_sign }: Part<'webhooks'>) =>
  worst(
    endpoints_that_cannot_sign > 0 && 'failed',
    oldest_seconds.first > 10 * minute && 'failed',
    oldest_seconds.first > minute && 'warning',
  )

interface ProcessView {
  is_silent: boolean
  clock_skew_ms: number
  version: string
  commit: string
  deliveries: { problem: string | null } | null
  loops: readonly { is_late: boolean }[]
}

export const assessProcess = (
  { is_silent, clock_skew_ms, version, commit, deliveries, loops }: ProcessView,
  own: { version: string; commit: string },
): Health =>
  worst(
    deliveries?.problem != null && 'failed',
    Math.abs(clock_skew_ms) >= webhooks.clockSkewThresholdsMs.stop && 'failed',
    Math.abs(clock_skew_ms) >= webhooks.clockSkewThresholdsMs.warn && 'warning',
    is_silent && 'warning',
    loops.some(({ is_late }) => is_late) && 'warning',
    (version !== own.version || commit !== own.commit) && 'warning',
  )

/** The oldest supported version of PostgreSQL. */
const minPostgresVersion = 15

interface DatabaseView {
  connections: { used: number; max: number }
  longest_transaction_seconds: number
  migrations: { state: string }
  replica: { is_usable: boolean } | null
}

export const assessDatabase = (
  { connections, longest_transaction_seconds, migrations, replica }: DatabaseView,
  major_version: number,
): Health =>
  worst(
    migrations.state !== 'current' && 'failed',
    major_version < minPostgresVersion && 'failed',
    connections.used > 0.9 * connections.max && 'warning',
    longest_transaction_seconds > hour && 'warning',
    replica?.is_usable === false && 'warning',
  )

export const assessStorage = ({ free_bytes, total_bytes }: Part<'storage'>): Health =>
  worst(free_bytes < 0.03 * total_bytes && 'failed', free_bytes < 0.1 * total_bytes && 'warning')

interface BackupView {
  last_backup_at: Date | null
  last_archived_at: Date | null
  has_archive_errors: boolean
}

/**
 * Assesses the backups. In production, the last backup or the last archived WAL file is at most two days old.
 */
export function assessBackups(
  { last_backup_at, last_archived_at, has_archive_errors }: BackupView,
  stage: Status['service']['stage'],
  now: Date,
): Health {
  const newest = Math.max(last_backup_at?.getTime() ?? 0, last_archived_at?.getTime() ?? 0)
  const isOld = now.getTime() - newest > 48 * hour * 1000
  return worst(has_archive_errors && 'warning', stage === 'production' && isOld && 'warning')
}
