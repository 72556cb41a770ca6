import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What `GET /` of the API answers: its name, its version, and the commit it was built from. */
export const nameOfApi = (): string => `Bestow API v${versionOfService()} (build ${build()})`

export function versionOfService(): string {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
  return version
}

/** The commit; outside a checkout, `release`. */
function build(): string {
  try {
    const said = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
      cwd: root,
      stdio: 'pipe',
    })
    return said.toString().trim()
  } catch {
    return 'release'
  }
}
