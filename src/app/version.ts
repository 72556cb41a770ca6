import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `GET /` of the API answers: its name, its version, and the commit it was built from. */
export const apiName = (): string => `Bestow API v${serviceVersion()} (build ${commitHash()})`

export function serviceVersion(): string {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
  return version
}

/** The commit; outside a checkout, `release`. */
function commitHash(): string {
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
