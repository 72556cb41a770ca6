import { jsonApi } from './2025-10.ts'
import { flat } from './2026-05.ts'
import type { Ageing, Version } from './version.ts'

export type { Ageing, PageEnd, ResourceType, Version } from './version.ts'

/**
 * The versions of the interface, newest first: of requests (`Service-API-Version`) and of webhook
 * payloads. To add one: write its file, add its line here, run `npm run fix` for its golden bytes.
 */
export const versions = {
  '2026-05': flat,
  '2025-10': jsonApi,
} as const satisfies Record<string, Version>

export type VersionName = keyof typeof versions
export const versionNames = Object.keys(versions) as VersionName[]
export const newestVersion: VersionName = '2026-05'

export const isVersion = (name: string): name is VersionName => Object.hasOwn(versions, name)

export {
  isVersion as isPayloadVersion,
  versionNames as payloadVersionNames,
  versions as payloadVersions,
}
export type PayloadVersionName = VersionName

/** The headers that tell a client that the version it uses grows old (RFC 9745, RFC 8594). */
export function ageingHeaders(ageing: Ageing | undefined): Record<string, string> {
  if (ageing === undefined) return {}
  return {
    deprecation: `@${Math.floor(ageing.deprecated.getTime() / 1000)}`,
    sunset: ageing.sunset.toUTCString(),
    link: `<${ageing.link}>; rel="deprecation"; type="text/html"`,
  }
}
