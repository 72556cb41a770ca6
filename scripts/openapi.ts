import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { versionNames } from '#contract'
import { buildDocument } from './openapi/document.ts'
import {
  findBreakingChanges,
  findLastTag,
  parseVersion,
  readReleaseFolder,
} from './openapi/previous-release.ts'
import type { JsonObject } from './openapi/schemas.ts'
import { bin, root } from './steps.ts'

/*
 * Generates the OpenAPI document of each version from the operations of the contract.
 *
 *   --check          writes nothing; fails if a document is out of date, breaks clients of the last tag
 *                    without a new major version, or has linter errors
 *   --since FOLDER   compares with the package.json and openapi/ of a folder, not with the last tag
 */

const args = process.argv.slice(2)
const isCheck = args.includes('--check')
const folder = args.includes('--since') ? args[args.indexOf('--since') + 1] : undefined
const problems: string[] = []
mkdirSync(join(root, 'openapi'), { recursive: true })

const version = parseVersion(readFileSync(join(root, 'package.json'), 'utf8'))
const previousRelease = folder === undefined ? findLastTag(root) : readReleaseFolder(folder)

const paths = versionNames.map((name) => {
  const path = `openapi/${name}.json`
  const generated = writeDocument(path, buildDocument(name))
  if (previousRelease !== undefined)
    problems.push(...findBreakingChanges(previousRelease, path, version, generated))
  return path
})
if (isCheck) problems.push(...lint(paths))

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** Writes a document. In a check, adds a problem if the document is out of date. Returns its text. */
function writeDocument(path: string, document: JsonObject): string {
  const generated = `${JSON.stringify(document, null, 2)}\n`
  const current = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
  if (generated !== current && isCheck)
    problems.push(`${path} is out of date. Run \`npm run fix\`.`)
  else if (generated !== current) writeFileSync(join(root, path), generated)
  return generated
}

/** Runs an external linter, with its telemetry disabled. */
function lint(paths: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync(
    bin('redocly'),
    ['lint', '--format=stylish', ...paths],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  return status === 0 ? [] : [`${stdout}${stderr}`]
}
