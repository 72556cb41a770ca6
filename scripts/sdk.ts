import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './sdk/generated.ts'
import { findPackageProblems } from './sdk/package.ts'
import { root } from './steps.ts'

/*
 * Writes what the client library is told about the API: types, operations, examples.
 *
 *   --check   writes nothing; fails when a file is not what the documents say, or when the package as it
 *             would be published is wrong or heavy
 */

const isCheck = process.argv.includes('--check')
const folder = join(root, 'packages/sdk/src/generated')
const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8'))
const problems: string[] = []
mkdirSync(folder, { recursive: true })

for (const [name, generated] of generatedFiles(version)) {
  const path = join(folder, name)
  const current = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (generated === current) continue
  if (isCheck)
    problems.push(`packages/sdk/src/generated/${name} is not what the documents say: npm run fix.`)
  else writeFileSync(path, generated)
}
if (isCheck) problems.push(...(await findPackageProblems()))

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
