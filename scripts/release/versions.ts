import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const versionPattern = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

/** The places that contain the version: a file, and the text around the version. */
// biome-ignore format: read down the columns
const places: readonly (readonly [path: string, pattern: RegExp])[] = [
  ['package.json',                                   /^( {2}"version": ")[^"]+/m],
  ['packages/web/package.json',                      /^( {2}"version": ")[^"]+/m],
  ['packages/sdk/package.json',                      /^( {2}"version": ")[^"]+/m],
  ['packages/cli/package.json',                      /^( {2}"version": ")[^"]+/m],
  ['package-lock.json',                              /^( {2}"version": ")[^"]+/m],
  ['package-lock.json',                              /^( {4}"": \{\n {6}"name": "bestow",\n {6}"version": ")[^"]+/m],
  ['package-lock.json',                              /^( {4}"packages\/web": \{\n {6}"name": "@bestow\/web",\n {6}"version": ")[^"]+/m],
  ['packages/python/pyproject.toml',                 /^(version = ")[^"]+/m],
  ['docs/self-hosting.md',                           /^(tar --extract --file bestow-)[^-\n]+/m],
  ['docs/self-hosting.md',                           /^(ln -s bestow-)[^-\n]+/m],
  ['deploy/helm/bestow/Chart.yaml',                  /^(appVersion: ")[^"]+/m],
]

export function readVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return version
}

/** Writes the version to all its places. Throws if a file lacks its place. */
export function setVersion(root: string, version: string): void {
  for (const [path, pattern] of places) {
    const file = join(root, path)
    const text = readFileSync(file, 'utf8')
    if (!pattern.test(text)) throw new Error(`${path} has no version at ${pattern}.`)
    writeFileSync(
      file,
      text.replace(pattern, (_all, before: string) => `${before}${version}`),
    )
  }
}

/**
 * Compares two versions. Returns a negative number if the first version is older. A
 * prerelease is older than its release.
 */
export function compareVersions(a: string, b: string): number {
  const [[coreA, preA], [coreB, preB]] = [split(a), split(b)]
  for (const [index, part] of coreA.entries()) {
    const difference = part - (coreB[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (preA === '' || preB === '') return preA === preB ? 0 : preA === '' ? 1 : -1
  return preA.localeCompare(preB, 'en', { numeric: true })
}

function split(version: string): [core: number[], prerelease: string] {
  const at = version.indexOf('-')
  const core = at < 0 ? version : version.slice(0, at)
  return [core.split('.').map(Number), at < 0 ? '' : version.slice(at + 1)]
}
