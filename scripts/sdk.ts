import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './sdk/generated.ts'
import { findPackageProblems } from './sdk/package.ts'
import { root } from './steps.ts'

/*
 * Generates the API types, operations and examples of the client library.
 *   --check   writes nothing; fails if a file is out of date, or if the package that would be published is
 *             invalid or too large
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
    problems.push(`packages/sdk/src/generated/${name} is out of date. Run \`npm run fix\`.`)
  else writeFileSync(path, generated)
}
if (isCheck) problems.push(...(await findPackageProblems()))

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
