import { type Static, Type } from 'typebox'
import type { ReplyValue } from './operation.ts'
import { oneOfTexts, orNull, Stage, Timestamp } from './schemas.ts'

/**
 * The health of a part of the service. `warning` means that work is delayed. `failed` means that the part
 * does not work.
 */
const Health = oneOfTexts('ok', 'warning', 'failed')
export type SystemHealth = Static<typeof Health>

const seconds = Type.Number({ description: 'Seconds.' })

const MailStatus = Type.Object({
  health: Health,
  mode: oneOfTexts('smtp', 'captured', 'none'),
  server: orNull(Type.String({ description: 'Host and port, without user and password.' })),
  waiting: Type.Integer({ description: 'Unsent emails of all accounts, up to 10,000.' }),
  oldest_due_seconds: seconds,
  last_sent_at: orNull(Timestamp),
  last_error: orNull(
    Type.String({ description: 'Of an email that waits for a retry, without addresses.' }),
  ),
  sender_rejections: orNull(
    Type.Object(
      {
        count: Type.Integer(),
        since: Timestamp,
        response: Type.String({ description: 'The newest response, without addresses.' }),
      },
      {
        description:
          'Emails that mail servers rejected because of their sender, such as a block list, SPF or a quota. Null as soon as they accept emails again.',
      },
    ),
  ),
})

const WaitingEndpoint = Type.Object({
  account_id: Type.String(),
  account_name: Type.String(),
  endpoint_id: Type.String(),
  name: Type.String({ description: 'The description of the endpoint, or else its host.' }),
  cause: oneOfTexts('unanswered', 'failing', 'slow', 'limited'),
  waiting: Type.Integer(),
  oldest_seconds: seconds,
})
export type WaitingEndpoint = Static<typeof WaitingEndpoint>

const WebhookStatus = Type.Object({
  health: Health,
  counts: Type.Object({
    ready: Type.Integer({ description: 'Without those of `waiting_endpoints`.' }),
    slow: Type.Integer(),
    leased: Type.Integer(),
    waiting: Type.Integer(),
    behind: Type.Integer({ description: 'They wait for an earlier event of their gift request.' }),
    parked: Type.Integer(),
  }),
  oldest_seconds: Type.Object({
    first: Type.Number({ description: 'Without `waiting_endpoints`.' }),
    retry: seconds,
    slow: seconds,
  }),
  waiting_endpoints: Type.Array(WaitingEndpoint, {
    description: 'Endpoints that make their own first attempts wait, longest first, up to 20.',
  }),
  endpoints_that_cannot_sign: Type.Integer(),
  endpoints_failing: Type.Integer(),
})

const LoopStatus = Type.Object({
  name: Type.String(),
  interval_ms: Type.Integer(),
  last_success_at: orNull(Timestamp),
  failures: Type.Integer({ description: 'Since the start of the process.' }),
  is_late: Type.Boolean(),
})

const ProcessStatus = Type.Object({
  id: Type.String(),
  health: Health,
  host: Type.String(),
  pid: Type.Integer(),
  roles: Type.Array(Type.String()),
  version: Type.String(),
  commit: Type.String(),
  started_at: Timestamp,
  reported_at: Timestamp,
  is_silent: Type.Boolean({ description: 'The process has missed several reports.' }),
  clock_skew_ms: Type.Integer({ description: 'How far its clock is ahead of the database clock.' }),
  memory_bytes: Type.Integer(),
  connections: Type.Object({
    open: Type.Integer(),
    idle: Type.Integer(),
    waiting: Type.Integer(),
  }),
  deliveries: orNull(
    Type.Object({
      problem: orNull(Type.String()),
      in_flight: Type.Integer(),
      delivered: Type.Integer(),
      failed: Type.Integer(),
    }),
  ),
  loops: Type.Array(LoopStatus),
})
export type ProcessStatus = Static<typeof ProcessStatus>

const DatabaseStatus = Type.Object({
  health: Health,
  version: Type.String(),
  is_embedded: Type.Boolean(),
  size_bytes: Type.Number(),
  connections: Type.Object({ used: Type.Integer(), max: Type.Integer() }),
  longest_transaction_seconds: seconds,
  migrations: Type.Object({
    state: oneOfTexts('current', 'behind', 'unusable'),
    applied: Type.Integer(),
    newest: orNull(Type.String()),
  }),
  replica: orNull(
    Type.Object({
      is_usable: Type.Boolean(),
      lag_bytes: orNull(Type.Number({ description: 'At the last read of this process.' })),
    }),
  ),
  partitions: Type.Array(
    Type.Object({
      table: Type.String(),
      count: Type.Integer(),
      newest: orNull(Type.String()),
      has_default_rows: Type.Boolean({ description: 'Some rows have no partition of their own.' }),
    }),
  ),
  backfills: Type.Array(Type.Object({ table: Type.String(), copied_rows: Type.Integer() })),
})

const WorkStatus = Type.Object({ name: Type.String(), oldest_due_seconds: seconds })

const CarrierStatus = Type.Object({
  name: Type.String(),
  is_default: Type.Boolean(),
})

const StorageStatus = Type.Object({
  health: Health,
  free_bytes: Type.Number(),
  total_bytes: Type.Number(),
})

const BackupStatus = Type.Object({
  health: Health,
  last_backup_at: orNull(Timestamp),
  last_archived_at: orNull(Timestamp),
  has_archive_errors: Type.Boolean(),
})

const SettingInEffect = Type.Object({
  name: Type.String(),
  value: orNull(Type.String({ description: 'Null for a secret, and without a value.' })),
  is_set: Type.Boolean(),
  is_secret: Type.Boolean(),
})
export type SettingInEffect = Static<typeof SettingInEffect>

/** The state of the installation. A part is null if it cannot be read. */
export const SystemStatus = Type.Object({
  read_at: Timestamp,
  service: Type.Object({
    version: Type.String(),
    commit: Type.String(),
    stage: Stage,
    region: Type.String(),
    origin: Type.String(),
    node_version: Type.String(),
  }),
  mail: orNull(MailStatus),
  webhooks: orNull(WebhookStatus),
  processes: orNull(Type.Array(ProcessStatus)),
  has_worker: Type.Boolean({ description: 'A process with the role worker reports.' }),
  database: orNull(DatabaseStatus),
  work: orNull(Type.Array(WorkStatus)),
  carriers: Type.Array(CarrierStatus),
  storage: orNull(StorageStatus),
  backups: orNull(BackupStatus),
  settings: Type.Array(SettingInEffect),
  warnings: Type.Array(Type.String()),
})
export type SystemStatus = Static<typeof SystemStatus>

/**
 * Reads the state of the installation. The process provides this function, because the process knows settings
 * and other processes.
 */
export type SystemStatusReader = () => Promise<ReplyValue<SystemStatus>>
