import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Key } from '../crypto/encryption.ts'
import type { AccountLimits, ClaimSettings } from '../deployment.ts'
import type { EgressProxy } from '../http-client/proxy.ts'
import type { Network } from '../http-client/ssrf.ts'
import { InvalidSetting } from '../lib/invalid-setting.ts'
import type { TelemetrySettings } from '../observability/open-telemetry-export.ts'
import { findConflicts } from './conflicts.ts'
import { buildMailConfig, type MailConfig, warnMailSettings } from './mail-config.ts'
import type { Retention } from './retention-settings.ts'
import {
  type Setting,
  type SettingName,
  type SettingValue,
  settingNames,
  settings,
} from './setting-definitions.ts'
import type {
  AllSettingValues,
  Environment,
  ResolvedSettings,
  SettingError,
} from './setting-values.ts'
import { listSettingsInEffect, type SettingInEffect } from './settings-in-effect.ts'
import {
  warnMissingOrigin,
  warnMissingProxies,
  warnUncheckedCertificates,
  warnUnknownNames,
} from './warnings.ts'

export type { Environment } from './setting-values.ts'

export interface Config {
  port: number
  host: string
  /** Undefined: the operator's routes are on `port`, for private addresses only. */
  opsPort: number | undefined
  origin: string
  stage: 'staging' | 'production'
  region: string
  /** Undefined: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  isDatabasePooled: boolean
  /** The database without the pooler. Undefined behind a pooler without a direct URL. */
  databaseDirectUrl: string | undefined
  databaseReadUrl: string | undefined
  databaseConnections: number
  dataDir: string
  /** Undefined: the key file in `dataDir`. */
  keyring: readonly Key[] | undefined
  /** Milliseconds before the second, third, fourth and fifth attempt. */
  webhookRetryDelaysMs: readonly number[]
  webhookAllowPrivate: boolean
  /** The allowed ports of webhooks. Undefined: any. */
  webhookPorts: readonly number[] | undefined
  /** Private networks that may receive webhooks. */
  webhookNetworks: readonly Network[]
  /** The proxy of all connections to addresses that a customer chose. */
  proxy: EgressProxy | undefined
  /** Milliseconds between SIGTERM and the end of the listener. */
  drainDelayMs: number
  /** Requests per second for each token. 0: no limit. */
  maxRequestsPerSecond: number
  limits: AccountLimits
  retention: Retention
  claims: ClaimSettings
  /** The operator's pages that recipient pages link to. */
  legalLinks: { privacy: string | undefined; imprint: string | undefined }
  /** Whether /mcp is available to agents. */
  isMcpEnabled: boolean
  /** Proxies whose X-Forwarded-For header is trusted. */
  trustedProxies: readonly string[]
  mail: MailConfig
  seed: 'demo' | 'none'
  carrier: 'simulator' | 'manual' | 'easypost' | 'http'
  /** Whether the simulator moves parcels automatically. */
  simulator: 'manual' | 'auto'
  /** Undefined without an EasyPost account. */
  easyPost: EasyPostAccount | undefined
  /** Undefined without a warehouse that has an API. */
  httpCarrier: HttpCarrierAccount | undefined
  logLevel: SettingValue<'BESTOW_LOG_LEVEL'>
  telemetry: TelemetrySettings
  /** All settings without secrets, for operators. */
  settingsInEffect: readonly SettingInEffect[]
  /** Problems that the operator should fix, but that do not prevent a start. */
  warnings: readonly string[]
}

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

/** The settings are invalid. Lists all problems at once. */
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

const defaultDataDir = fileURLToPath(new URL('../../../data', import.meta.url))

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

  const isEmbedded = values.BESTOW_DATABASE_URL === undefined
  const stage = values.BESTOW_STAGE ?? 'staging' // `findConflicts` requires the stage with an external database
  const resolved = { ...values, BESTOW_STAGE: stage } as ResolvedSettings
  // The embedded default prints its passwords and reaches private addresses, so it listens on loopback only.
  const host = resolved.BESTOW_HOST ?? (isEmbedded ? '127.0.0.1' : '0.0.0.0')
  const homeOrigin = resolved.BESTOW_ORIGIN ?? `http://localhost:${resolved.PORT}`
  return {
    port: resolved.PORT,
    host,
    opsPort: resolved.BESTOW_OPS_PORT,
    origin: homeOrigin,
    stage,
    region: resolved.BESTOW_REGION,
    ...getDatabaseSettings(resolved),
    keyring: resolved.BESTOW_SECRET_KEY,
    ...getWebhookSettings(resolved, isEmbedded && stage === 'staging'),
    drainDelayMs: resolved.BESTOW_DRAIN_DELAY,
    maxRequestsPerSecond: resolved.BESTOW_RATE_LIMIT,
    limits: getAccountLimits(resolved),
    retention: getRetention(resolved),
    claims: {
      maxWithoutConfirmation: resolved.BESTOW_CLAIM_LIMIT,
      disposableDomains: resolved.BESTOW_DISPOSABLE_DOMAINS ?? [],
      allowedDomains: resolved.BESTOW_NOT_DISPOSABLE_DOMAINS ?? [],
    },
    legalLinks: { privacy: resolved.BESTOW_PRIVACY_URL, imprint: resolved.BESTOW_IMPRINT_URL },
    isMcpEnabled: resolved.BESTOW_MCP,
    trustedProxies: resolved.BESTOW_TRUSTED_PROXIES ?? [],
    mail: buildMailConfig(resolved, { origin: homeOrigin, host }),
    // The demo admin has a known address, so only the embedded database gets demo data by default.
    seed: resolved.BESTOW_SEED ?? (stage === 'staging' && isEmbedded ? 'demo' : 'none'),
    carrier: resolved.BESTOW_CARRIER ?? (stage === 'staging' ? 'simulator' : 'manual'),
    simulator: resolved.BESTOW_SIMULATOR,
    easyPost: getEasyPostAccount(resolved),
    httpCarrier: getHttpCarrierAccount(resolved),
    logLevel: resolved.BESTOW_LOG_LEVEL,
    telemetry: getTelemetrySettings(resolved),
    settingsInEffect: listSettingsInEffect(env),
    warnings: collectWarnings(env, resolved, host),
  }
}

const getTelemetrySettings = (resolved: ResolvedSettings): TelemetrySettings => ({
  url: resolved.BESTOW_OTLP_URL,
  headers: resolved.BESTOW_OTLP_HEADERS ?? {},
  intervalMs: resolved.BESTOW_OTLP_INTERVAL,
})

type WebhookSettings = Pick<
  Config,
  'webhookRetryDelaysMs' | 'webhookAllowPrivate' | 'webhookPorts' | 'webhookNetworks' | 'proxy'
>

const getWebhookSettings = (
  resolved: ResolvedSettings,
  isDevelopment: boolean,
): WebhookSettings => ({
  webhookRetryDelaysMs: resolved.BESTOW_WEBHOOK_RETRY_DELAYS,
  webhookAllowPrivate: resolved.BESTOW_WEBHOOK_ALLOW_PRIVATE ?? isDevelopment,
  webhookPorts:
    resolved.BESTOW_WEBHOOK_PORTS ??
    (resolved.BESTOW_STAGE === 'production' ? [443, 8443] : undefined),
  webhookNetworks: resolved.BESTOW_WEBHOOK_ALLOWED_NETWORKS ?? [],
  proxy: resolved.BESTOW_WEBHOOK_PROXY_URL,
})

type DatabaseSettings = Pick<
  Config,
  | 'databaseUrl'
  | 'isDatabasePooled'
  | 'databaseDirectUrl'
  | 'databaseReadUrl'
  | 'databaseConnections'
  | 'dataDir'
>

const getDatabaseSettings = (resolved: ResolvedSettings): DatabaseSettings => ({
  databaseUrl: resolved.BESTOW_DATABASE_URL,
  isDatabasePooled: resolved.BESTOW_DATABASE_POOLER,
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
      settingErrors.push({ variable: name, problem: error.message, example: setting.example })
    }
  }
  return { values, settingErrors }
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
    throw new InvalidSetting(`cannot be read from ${path} (${name}_FILE): ${reason}`)
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
