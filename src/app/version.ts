import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The response of `GET /` of the API: name, version, and the commit of the build. */
export const apiName = (): string => `Bestow API v${serviceVersion()} (build ${commitHash()})`

export function serviceVersion(): string {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
  return version
}

/** The commit hash. Outside a checkout, `release`. */
export function commitHash(): string {
  try {
    const output = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
      cwd: root,
      stdio: 'pipe',
    })
    return output.toString().trim()
  } catch {
    return 'release'
  }
}
