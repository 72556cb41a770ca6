import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderClientMethods } from './sdk/client-methods.ts'
import { findPackageProblems } from './sdk/package.ts'
import { root } from './steps.ts'

/*
 * Generates the table of the client library's methods. The reference uses this table for its samples.
 *
 *   --check   writes nothing; fails if the table is out of date, or if the package that would be published is
 *             invalid or too large
 */

const isCheck = process.argv.includes('--check')
const path = 'src/http/docs/samples/client-methods.ts'
const problems: string[] = []

const generated = renderClientMethods()
if (generated !== readFileSync(join(root, path), 'utf8')) {
  if (isCheck) problems.push(`${path} is out of date. Run \`npm run fix\`.`)
  else writeFileSync(join(root, path), generated)
}
if (isCheck) problems.push(...(await findPackageProblems()))

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
