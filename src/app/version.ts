import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { projectPath } from '#platform/lib/project-files'

/** Returns the name for the response of `GET /` of the API: with the version and the commit of the build. */
export const apiName = (): string => `Bestow API v${serviceVersion()} (build ${commitHash()})`

export const serviceVersion = once(readVersion)

/** The commit hash of the build, or `release` outside a checkout. */
export const commitHash = once(readCommitHash)

/** Returns a function that calls `read` only at its first call. */
function once(read: () => string): () => string {
  let value: string | undefined
  return () => {
    value ??= read()
    return value
  }
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(projectPath('package.json'), 'utf8')) as {
    version: string
  }
  return version
}

function readCommitHash(): string {
  try {
    const output = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
      cwd: projectPath(''),
      stdio: 'pipe',
    })
    return output.toString().trim()
  } catch {
    return 'release'
  }
}
