import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readGit } from '../git.ts'
import { breakingChanges } from './breaking.ts'
import type { JsonObject } from './schemas.ts'

/** A previous release: its version and its documents by path. */
export interface PreviousRelease {
  name: string
  version: string
  read(path: string): string | undefined
}

/** Finds the release of the last reachable tag. Returns undefined if there is no tag. */
export function findLastTag(root: string): PreviousRelease | undefined {
  const git = (...args: string[]) => readGit(root, ...args)
  const name = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*')?.trim()
  if (name === undefined) return undefined
  const read = (path: string) => git('show', `${name}:${path}`)
  return { name, version: parseVersion(read('package.json') ?? '{}'), read }
}

/** Reads the release in a folder with `package.json` and `openapi/`, for use without tags. */
export function readReleaseFolder(folder: string): PreviousRelease {
  const read = (path: string) => {
    try {
      return readFileSync(join(folder, path), 'utf8')
    } catch {
      return undefined
    }
  }
  return { name: folder, version: parseVersion(read('package.json') ?? '{}'), read }
}

export const parseVersion = (packageJson: string): string =>
  String((JSON.parse(packageJson) as { version?: string }).version ?? '0.0.0')

/** Finds the breaking changes since a release. Returns none if the major version was raised. */
export function findBreakingChanges(
  previous: PreviousRelease,
  path: string,
  version: string,
  now: string,
): string[] {
  if (majorVersion(version) > majorVersion(previous.version)) return []
  const oldDocument = previous.read(path)
  if (oldDocument === undefined) return []
  return breakingChanges(JSON.parse(oldDocument) as JsonObject, JSON.parse(now) as JsonObject).map(
    (change) => `${path}, since ${previous.name}: ${change}`,
  )
}

const majorVersion = (version: string) => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)
