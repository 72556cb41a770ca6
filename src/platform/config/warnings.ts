import { type Setting, settingNames, settings } from './setting-definitions.ts'
import type { Environment, ResolvedSettings } from './setting-values.ts'

/**
 * Warns if the trusted proxies are not set. Rate limits count by address, and without this setting all
 * visitors behind a proxy share one address.
 */
export const warnMissingProxies = ({
  BESTOW_ORIGIN: origin,
  BESTOW_TRUSTED_PROXIES: proxies,
}: ResolvedSettings) =>
  origin?.startsWith('https:') && proxies === undefined
    ? [
        'BESTOW_TRUSTED_PROXIES is not set, although BESTOW_ORIGIN is https: behind a proxy, all visitors share the limits of one address.',
      ]
    : []

export const warnMissingOrigin = (resolved: ResolvedSettings) =>
  resolved.BESTOW_STAGE === 'production' && resolved.BESTOW_ORIGIN === undefined
    ? ['BESTOW_ORIGIN is not set: links in emails lead to localhost.']
    : []

/**
 * Warns about a variable with which Node accepts every certificate, except where
 * the code requires verification.
 */
export const warnUncheckedCertificates = (env: Environment) =>
  env.NODE_TLS_REJECT_UNAUTHORIZED === '0'
    ? [
        'NODE_TLS_REJECT_UNAUTHORIZED=0 disables certificate verification for the mail server and the database. Unset it. Connections to webhooks and carriers still verify certificates.',
      ]
    : []

/** Warns about unknown variables, because a misspelled name would have no effect. */
export function warnUnknownNames(env: Environment): string[] {
  const secret = settingNames.filter((name) => (settings[name] as Setting).isSecret)
  const knownNames = new Set<string>([...settingNames, ...secret.map((name) => `${name}_FILE`)])
  return Object.keys(env)
    .filter((name) => /^BESTOW_(?!TEST_|API_|WEBHOOK_SECRET$)/.test(name) && !knownNames.has(name))
    .map((name) => `${name} is not a setting of this version and has no effect.`)
}
