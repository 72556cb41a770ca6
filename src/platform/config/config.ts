import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AccountLimits } from '../deployment.ts'
import { InvalidSetting } from '../lib/invalid-setting.ts'
import { projectPath } from '../lib/project-files.ts'
import type { TelemetrySettings } from '../observability/open-telemetry-export.ts'
import { findConflicts } from './conflicts.ts'
import { buildMailConfig, warnMailSettings } from './mail-config.ts'
import type { Retention } from './retention-settings.ts'
import { type Setting, type SettingName, settingNames, settings } from './setting-definitions.ts'
import type {
  AllSettingValues,
  Environment,
  ResolvedSettings,
  SettingError,
} from './setting-values.ts'
import { listSettingsInEffect } from './settings-in-effect.ts'
import {
  warnMissingOrigin,
  warnMissingProxies,
  warnUncheckedCertificates,
  warnUnknownNames,
} from './warnings.ts'

export type { Environment } from './setting-values.ts'

/**
 * The configuration of a process. `buildConfig` determines its type, and the definitions
 * determine the type of `settings`.
 */
export type Config = ReturnType<typeof buildConfig>

interface EasyPostAccount {
  api_key: string
  webhook_secret: string
  /** The id of a saved address. */
  from: string
  /** The weight of one item in ounces. */
  ounces: number
}

interface HttpCarrierAccount {
  url: string
  secret: string
}

/** Thrown if the settings are invalid. The error lists all problems at once. */
export class ConfigError extends Error {
  readonly problems: readonly SettingError[]

  constructor(problems: readonly SettingError[]) {
    const lines = problems.map(
      ({ variable, problem, example }) =>
        `  ${variable} ${problem}.\n    Example: ${variable}=${example}`,
    )
    super(`These settings are invalid:\n${lines.join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const defaultDataDir = projectPath('data')

/**
 * Reads the settings from the environment. An empty variable counts as not set. Throws `ConfigError` with all
 * problems.
 */
export function readConfig(
  env: Environment,
  readFile: (path: string) => string = readText,
): Config {
  const { values, settingErrors } = readAll(env, readFile)
  const all = [...settingErrors, ...findConflicts(values, settingErrors)]
  if (all.length > 0) throw new ConfigError(all)

  const stage = values.BESTOW_STAGE ?? 'staging' // `findConflicts` requires the stage if there is an external database
  return buildConfig(env, { ...values, BESTOW_STAGE: stage } as ResolvedSettings)
}

function buildConfig(env: Environment, settings: ResolvedSettings) {
  const stage = settings.BESTOW_STAGE
  const isEmbedded = settings.BESTOW_DATABASE_URL === undefined
  // The embedded default prints its passwords and can reach private addresses,
  // so it listens on loopback only.
  const host = settings.BESTOW_HOST ?? (isEmbedded ? '127.0.0.1' : '0.0.0.0')
  const origin = settings.BESTOW_ORIGIN ?? `http://localhost:${settings.PORT}`
  return {
    /**
     * The value of each setting, for code that needs no derived value. A new
     * setting only needs its definition.
     */
    settings,
    port: settings.PORT,
    host,
    /**
     * The port of the operator's routes. If undefined, they are on `port`, and only for private addresses.
     */
    opsPort: settings.BESTOW_OPS_PORT,
    origin,
    stage,
    region: settings.BESTOW_REGION,
    ...getDatabaseSettings(settings),
    /** The encryption keys. If undefined, the key file in `dataDir` contains the key. */
    keyring: settings.BESTOW_SECRET_KEY,
    ...getWebhookSettings(settings, isEmbedded && stage === 'staging'),
    /** The milliseconds between SIGTERM and the end of the listener. */
    drainDelayMs: settings.BESTOW_DRAIN_DELAY,
    /** The maximum number of requests per second for each token. 0 means no limit. */
    maxRequestsPerSecond: settings.BESTOW_RATE_LIMIT,
    limits: getAccountLimits(settings),
    retention: getRetention(settings),
    claims: {
      maxWithoutConfirmation: settings.BESTOW_CLAIM_LIMIT,
      disposableDomains: settings.BESTOW_DISPOSABLE_DOMAINS ?? [],
      allowedDomains: settings.BESTOW_NOT_DISPOSABLE_DOMAINS ?? [],
    },
    /** The operator's pages to which recipient pages link. */
    legalLinks: { privacy: settings.BESTOW_PRIVACY_URL, imprint: settings.BESTOW_IMPRINT_URL },
    /** Whether /mcp is available to agents. */
    isMcpEnabled: settings.BESTOW_MCP,
    /** The proxies whose X-Forwarded-For header is trusted. */
    trustedProxies: settings.BESTOW_TRUSTED_PROXIES ?? [],
    mail: buildMailConfig(settings, { origin, host }),
    // The demo admin has a known address, so by default only the embedded database gets demo data.
    seed: settings.BESTOW_SEED ?? (stage === 'staging' && isEmbedded ? 'demo' : 'none'),
    carrier: settings.BESTOW_CARRIER ?? (stage === 'staging' ? 'simulator' : 'manual'),
    /** The kinds of connections that accounts may use. If undefined, all kinds. */
    connectorKinds: settings.BESTOW_CONNECTORS,
    /** Whether the simulator moves parcels automatically. */
    simulator: settings.BESTOW_SIMULATOR,
    easyPost: getEasyPostAccount(settings),
    httpCarrier: getHttpCarrierAccount(settings),
    logLevel: settings.BESTOW_LOG_LEVEL,
    telemetry: getTelemetrySettings(settings),
    /** All settings without secrets, as operators see them. */
    settingsInEffect: listSettingsInEffect(env),
    /** Problems that the operator should fix, but that do not prevent a start. */
    warnings: collectWarnings(env, settings, host),
  }
}

const getTelemetrySettings = (resolved: ResolvedSettings): TelemetrySettings => ({
  url: resolved.BESTOW_OTLP_URL,
  headers: resolved.BESTOW_OTLP_HEADERS ?? {},
  intervalMs: resolved.BESTOW_OTLP_INTERVAL,
})

const getWebhookSettings = (resolved: ResolvedSettings, isDevelopment: boolean) => ({
  /** The milliseconds before the second, third, fourth and fifth attempt of a delivery. */
  webhookRetryDelaysMs: resolved.BESTOW_WEBHOOK_RETRY_DELAYS,
  webhookAllowPrivate: resolved.BESTOW_WEBHOOK_ALLOW_PRIVATE ?? isDevelopment,
  /** The allowed ports of webhooks. If undefined, all ports are allowed. */
  webhookPorts:
    resolved.BESTOW_WEBHOOK_PORTS ??
    (resolved.BESTOW_STAGE === 'production' ? [443, 8443] : undefined),
  /** The private networks that may receive webhooks. */
  webhookNetworks: resolved.BESTOW_WEBHOOK_ALLOWED_NETWORKS ?? [],
  /** The proxy for all connections to addresses that a customer chose. */
  proxy: resolved.BESTOW_WEBHOOK_PROXY_URL,
})

const getDatabaseSettings = (resolved: ResolvedSettings) => ({
  /** The URL of the database. If undefined, the embedded database in `dataDir` is used. */
  databaseUrl: resolved.BESTOW_DATABASE_URL,
  isDatabasePooled: resolved.BESTOW_DATABASE_POOLER,
  /** The URL of the database that bypasses the pooler. Undefined if there is a pooler and no direct URL. */
  databaseDirectUrl:
    resolved.BESTOW_DATABASE_DIRECT_URL ??
    (resolved.BESTOW_DATABASE_POOLER ? undefined : resolved.BESTOW_DATABASE_URL),
  databaseReadUrl: resolved.BESTOW_DATABASE_READ_URL,
  databaseConnections: resolved.BESTOW_DATABASE_CONNECTIONS,
  dataDir:
    resolved.BESTOW_DATA_DIR === undefined ? defaultDataDir : resolve(resolved.BESTOW_DATA_DIR),
})

const getAccountLimits = (resolved: ResolvedSettings): AccountLimits => ({
  endpoints: resolved.BESTOW_MAX_ENDPOINTS,
  one_links: resolved.BESTOW_MAX_ONE_LINKS,
  products: resolved.BESTOW_MAX_PRODUCTS,
  warehouses: resolved.BESTOW_MAX_WAREHOUSES,
  pictures: resolved.BESTOW_MAX_PICTURES,
})

const getRetention = (resolved: ResolvedSettings): Retention => ({
  events: resolved.BESTOW_RETENTION_EVENTS,
  attempts: resolved.BESTOW_RETENTION_ATTEMPTS,
  deliveries: resolved.BESTOW_RETENTION_DELIVERIES,
  requestLog: resolved.BESTOW_RETENTION_REQUEST_LOG,
  emails: resolved.BESTOW_RETENTION_EMAILS,
  emailLog: resolved.BESTOW_RETENTION_EMAIL_LOG,
  transitions: resolved.BESTOW_RETENTION_TRANSITIONS,
  audit: resolved.BESTOW_RETENTION_AUDIT,
})

function getEasyPostAccount(resolved: ResolvedSettings): EasyPostAccount | undefined {
  const {
    BESTOW_EASYPOST_API_KEY: api_key,
    BESTOW_EASYPOST_WEBHOOK_SECRET: webhook_secret,
    BESTOW_EASYPOST_FROM: from,
    BESTOW_EASYPOST_OUNCES: ounces,
  } = resolved
  if (api_key === undefined || webhook_secret === undefined || from === undefined) return undefined
  return { api_key, webhook_secret, from, ounces }
}

function getHttpCarrierAccount({
  BESTOW_HTTP_CARRIER_URL: url,
  BESTOW_HTTP_CARRIER_SECRET: secret,
}: ResolvedSettings): HttpCarrierAccount | undefined {
  return url === undefined || secret === undefined ? undefined : { url, secret }
}

function readAll(env: Environment, readFile: (path: string) => string) {
  const values: Partial<AllSettingValues> = {}
  const settingErrors: SettingError[] = []
  for (const name of settingNames) {
    const setting: Setting = settings[name]
    try {
      const text = readSettingText(name, setting, env, readFile) ?? setting.default
      if (text !== undefined) Object.assign(values, { [name]: setting.parse(text) })
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error
      settingErrors.push(toSettingError(name, setting, env, error))
    }
  }
  return { values, settingErrors }
}

/**
 * Converts a problem to an error that names the variable. The variable can be the name of a file with a
 * secret, whose content is then wrong.
 */
function toSettingError(
  name: SettingName,
  setting: Setting,
  env: Environment,
  { message }: InvalidSetting,
): SettingError {
  const variable = `${name}_FILE`
  const isFromFile = setting.isSecret && !env[name]?.trim() && env[variable]?.trim()
  if (!isFromFile) return { variable: name, problem: message, example: setting.example }
  const problem = message.startsWith('cannot be read')
    ? message
    : `names a file whose content ${message}`
  return { variable, problem, example: `/run/secrets/${name.toLowerCase()}` }
}

function readSettingText(
  name: SettingName,
  setting: Setting,
  env: Environment,
  readFile: (path: string) => string,
): string | undefined {
  const direct = env[name]?.trim() || undefined
  const path = setting.isSecret ? env[`${name}_FILE`]?.trim() || undefined : undefined
  if (path === undefined) return direct
  if (direct !== undefined) throw new InvalidSetting(`and ${name}_FILE are both set; remove one`)
  try {
    return readFile(path).trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidSetting(`cannot be read from ${path}: ${reason}`)
  }
}

const readText = (path: string) => readFileSync(path, 'utf8')

const collectWarnings = (env: Environment, resolved: ResolvedSettings, host: string): string[] => [
  ...warnUnknownNames(env),
  ...warnMissingOrigin(resolved),
  ...warnUncheckedCertificates(env),
  ...warnMissingProxies(resolved),
  ...warnMailSettings(resolved, host),
]
