import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedFiles } from './sdk/generated.ts'
import { findPackageProblems } from './sdk/package.ts'
import { root } from './steps.ts'

/*
 * Generates the API types, operations and examples of the client library, and its methods for the reference.
 *   --check   writes nothing; fails if a file is out of date, or if the package that would be published is
 *             invalid or too large
 */

const isCheck = process.argv.includes('--check')
const folder = join(root, 'packages/sdk/src/generated')
const { version } = JSON.parse(readFileSync(join(root, 'packages/sdk/package.json'), 'utf8'))
const problems: string[] = []
mkdirSync(folder, { recursive: true })

for (const [name, generated] of generatedFiles(version))
  update(`packages/sdk/src/generated/${name}`, generated)
// Loaded last, because it calls the client that the other files are part of.
const { renderClientMethods } = await import('./sdk/client-methods.ts')
update('src/http/docs/samples/client-methods.ts', renderClientMethods())

function update(path: string, generated: string): void {
  const file = join(root, path)
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (generated === current) return
  if (isCheck) problems.push(`${path} is out of date. Run \`npm run fix\`.`)
  else writeFileSync(file, generated)
}

if (isCheck) problems.push(...(await findPackageProblems()))

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
