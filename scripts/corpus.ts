import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCalls } from '#test/corpus/calls'
import { buildDeliveries } from '#test/corpus/deliveries'
import { buildHeaders } from '#test/corpus/headers'
import { root } from './steps.ts'

/*
 * Generates the conformance corpus `test/corpus`: cases that every client library must pass, as JSON files.
 * The tests of the TypeScript library and of the Python library read the same files.
 *
 *   --check   writes nothing; fails if a file is out of date
 */

const isCheck = process.argv.includes('--check')
const folder = 'test/corpus'
mkdirSync(join(root, folder), { recursive: true })

for (const [name, cases] of Object.entries({
  'deliveries.json': buildDeliveries(),
  'calls.json': buildCalls(),
  'headers.json': buildHeaders(),
})) {
  const generated = `${JSON.stringify(cases, null, 2)}\n`
  const path = join(root, folder, name)
  if (existsSync(path) && readFileSync(path, 'utf8') === generated) continue
  if (!isCheck) {
    writeFileSync(path, generated)
    continue
  }
  console.error(`${folder}/${name} is out of date. Run \`npm run fix\`.`)
  process.exitCode = 1
}
