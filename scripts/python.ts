import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatedPythonFiles } from './python/generated.ts'
import { root } from './steps.ts'

/*
 * Generates the API types, operations, methods and examples of the Python client library.
 *   --check   writes nothing; fails if a file is out of date
 */

const isCheck = process.argv.includes('--check')
const folder = 'packages/python/src/bestow/_generated'
const project = readFileSync(join(root, 'packages/python/pyproject.toml'), 'utf8')
const [, version] = /^version = "([^"]+)"/m.exec(project) ?? []
if (version === undefined) throw new Error('packages/python/pyproject.toml has no version')
mkdirSync(join(root, folder), { recursive: true })

for (const [name, generated] of generatedPythonFiles(version)) {
  const path = join(root, folder, name)
  const current = existsSync(path) ? readFileSync(path, 'utf8') : ''
  if (generated === current) continue
  if (!isCheck) {
    writeFileSync(path, generated)
    continue
  }
  console.error(`${folder}/${name} is out of date. Run \`npm run fix\`.`)
  process.exitCode = 1
}
