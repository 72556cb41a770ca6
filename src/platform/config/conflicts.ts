import { findMailConflicts } from './mail-config.ts'
import { findPublishedKey } from './published-keys.ts'
import { type SettingName, settings } from './setting-definitions.ts'
import type { AllSettingValues, SettingError } from './setting-values.ts'
import { findSmsConflicts } from './sms-settings.ts'

/** Finds settings that are valid alone but not together. */
export function findConflicts(
  values: Partial<AllSettingValues>,
  settingErrors: readonly SettingError[],
): SettingError[] {
  const problems: SettingError[] = findMessageConflicts(values).filter(
    ({ variable }) => !settingErrors.some((each) => each.variable === variable),
  )
  if (values.BESTOW_STAGE === 'production' && values.BESTOW_WEBHOOK_ALLOW_PRIVATE === true)
    problems.push({
      variable: 'BESTOW_WEBHOOK_ALLOW_PRIVATE',
      problem: 'must not be true in production: webhooks go to public addresses only',
      example: 'false',
    })
  problems.push(...findRetentionConflicts(values), ...findTelemetryConflicts(values, settingErrors))
  const isKeyMissing =
    values.BESTOW_SECRET_KEY === undefined &&
    !settingErrors.some(({ variable }) => variable === 'BESTOW_SECRET_KEY')
  if (values.BESTOW_DATABASE_URL !== undefined && isKeyMissing)
    problems.push({
      variable: 'BESTOW_SECRET_KEY',
      problem: 'is required with BESTOW_DATABASE_URL: it encrypts the secrets in that database',
      example: settings.BESTOW_SECRET_KEY.example,
    })
  const isStageMissing =
    values.BESTOW_STAGE === undefined &&
    !settingErrors.some(({ variable }) => variable === 'BESTOW_STAGE')
  if (values.BESTOW_DATABASE_URL !== undefined && isStageMissing)
    problems.push({
      variable: 'BESTOW_STAGE',
      problem:
        'is required with BESTOW_DATABASE_URL: staging for tests, with test helpers and a clock that can be advanced, or production',
      example: settings.BESTOW_STAGE.example,
    })
  if (values.BESTOW_OPS_PORT !== undefined && values.BESTOW_OPS_PORT === values.PORT)
    problems.push({
      variable: 'BESTOW_OPS_PORT',
      problem: 'must differ from PORT',
      example: settings.BESTOW_OPS_PORT.example,
    })
  problems.push(...findMissingDatabaseUrl(values, settingErrors))
  return [...problems, ...findPublishedKey(values), ...findCarrierConflicts(values, settingErrors)]
}

const findMessageConflicts = (values: Partial<AllSettingValues>): SettingError[] => [
  ...findMailConflicts(values),
  ...findSmsConflicts(values),
]

function findMissingDatabaseUrl(
  values: Partial<AllSettingValues>,
  settingErrors: readonly SettingError[],
): SettingError[] {
  const variable = 'BESTOW_DATABASE_URL'
  const isMissing =
    values[variable] === undefined &&
    !settingErrors.some((settingError) => settingError.variable === variable)
  if (!isMissing) return []
  const others = ['BESTOW_DATABASE_DIRECT_URL', 'BESTOW_DATABASE_READ_URL'] as const
  return others
    .filter((other) => values[other] !== undefined)
    .map((other) => ({
      variable,
      problem: `is required with ${other}`,
      example: settings[variable].example,
    }))
}

function findTelemetryConflicts(
  values: Partial<AllSettingValues>,
  settingErrors: readonly SettingError[],
): SettingError[] {
  const variable = 'BESTOW_OTLP_URL'
  const isUrlMissing =
    values[variable] === undefined && !settingErrors.some((each) => each.variable === variable)
  const { example } = settings[variable]
  return values.BESTOW_OTLP_HEADERS !== undefined && isUrlMissing
    ? [{ variable, problem: 'is required with BESTOW_OTLP_HEADERS', example }]
    : []
}

/**
 * Finds conflicts of the carrier settings. A carrier needs all of its settings, and production needs a
 * carrier that ships real parcels.
 */
function findCarrierConflicts(
  values: Partial<AllSettingValues>,
  settingErrors: readonly SettingError[],
): SettingError[] {
  const problems: SettingError[] = []
  if (values.BESTOW_STAGE === 'production' && values.BESTOW_CARRIER === 'simulator')
    problems.push({
      variable: 'BESTOW_CARRIER',
      problem: 'must not be simulator in production: no parcel would be shipped',
      example: 'manual',
    })
  const requirements = [
    { kind: 'easypost', label: 'EasyPost', names: easyPostNames },
    { kind: 'http', label: 'a warehouse with an API', names: httpCarrierNames },
  ] as const
  const isSet = (variable: SettingName) =>
    values[variable] !== undefined || settingErrors.some((each) => each.variable === variable)
  for (const { kind, label, names } of requirements) {
    if (values.BESTOW_CARRIER !== kind && !isSet(names[0])) continue
    for (const variable of names)
      if (!isSet(variable))
        problems.push({
          variable,
          problem: `is required for ${label}`,
          example: settings[variable].example,
        })
  }
  return problems
}

const easyPostNames = [
  'BESTOW_EASYPOST_API_KEY',
  'BESTOW_EASYPOST_WEBHOOK_SECRET',
  'BESTOW_EASYPOST_FROM',
] as const

const httpCarrierNames = ['BESTOW_HTTP_CARRIER_URL', 'BESTOW_HTTP_CARRIER_SECRET'] as const

/**
 * Finds conflicts of the retention periods. A delivery refers to its event and has attempts, so its retention
 * period must not be shorter than theirs.
 */
function findRetentionConflicts({
  BESTOW_RETENTION_EVENTS: events,
  BESTOW_RETENTION_ATTEMPTS: attempts,
  BESTOW_RETENTION_DELIVERIES: deliveries,
}: Partial<AllSettingValues>): SettingError[] {
  if (events === undefined || attempts === undefined || deliveries === undefined) return []
  const least = Math.max(events, attempts)
  return deliveries >= least
    ? []
    : [
        {
          variable: 'BESTOW_RETENTION_DELIVERIES',
          problem: 'must be at least BESTOW_RETENTION_EVENTS and BESTOW_RETENTION_ATTEMPTS',
          example: String(least),
        },
      ]
}
