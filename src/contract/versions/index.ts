import { jsonApi } from './2025-10.ts'
import { flatJson } from './2026-05.ts'
import type { Deprecation, Version } from './api-version.ts'

export type { Deprecation, PageEnd, ParsedRows, ResourceType, Version } from './api-version.ts'

/** All versions by name, newest first. */
export type Versions = Readonly<Record<string, Version>>

/**
 * The API versions, newest first: of requests (`Service-API-Version`) and of webhook payloads. To add one: write
 * its file, add a line here, run `npm run fix` for its golden bytes. No version is ever removed, because an
 * endpoint may use it. An old version gets a `deprecation`.
 */
export const versions = {
  '2026-05': flatJson,
  '2025-10': jsonApi,
} as const satisfies Versions

export type VersionName = keyof typeof versions
export const versionNames = Object.keys(versions) as VersionName[]
export const newestVersion: VersionName = '2026-05'

/** Returns the newest of some versions, whose bodies are always stored. */
export function getNewestVersion(available: Versions): string {
  const [newest] = Object.keys(available)
  if (newest === undefined) throw new Error('there is no version')
  return newest
}

export const findVersion = (available: Versions, name: string): Version | undefined =>
  Object.hasOwn(available, name) ? available[name] : undefined

/** Returns the names of the versions that requests can use. */
export const listSupportedAt = (available: Versions, now: Date): string[] =>
  Object.entries(available).flatMap(([name, { deprecation }]) =>
    deprecation === undefined || now < deprecation.sunset ? [name] : [],
  )

/** Renders a gift request in the version `to` from its rendering in the version `from`. */
export function convertGiftRequest(
  available: Versions,
  body: string,
  from: string,
  to: Version,
): string {
  const source = findVersion(available, from)
  if (source === to) return body
  if (source?.reparse === undefined) throw new Error(`version ${from} cannot be read back`)
  return to.renderGiftRequest(source.reparse(body))
}

/** Returns the headers that announce the deprecation of a version (RFC 9745, RFC 8594). */
export function deprecationHeaders(deprecation: Deprecation | undefined): Record<string, string> {
  if (deprecation === undefined) return {}
  const { deprecated, sunset, link } = deprecation
  return {
    deprecation: `@${Math.floor(deprecated.getTime() / 1000)}`,
    sunset: sunset.toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html", <${link}>; rel="sunset"; type="text/html"`,
  }
}
