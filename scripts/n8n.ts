import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildN8n } from './n8n/build.ts'
import { renderOperations } from './n8n/operations.ts'
import { root } from './steps.ts'

/*
 * Generates the operations of the n8n node from the OpenAPI document.
 *
 *   --check          writes nothing; fails if the file is out of date
 *   --build FOLDER   builds the package into a folder, for `npm pack`
 */

const path = 'packages/n8n-nodes-bestow/nodes/Bestow/operations.generated.ts'
const [option, folder = 'dist/n8n-nodes-bestow'] = process.argv.slice(2)
const generated = renderOperations()
if (option === '--check') {
  if (generated !== readFileSync(join(root, path), 'utf8')) {
    console.error(`${path} is out of date. Run \`npm run fix\`.`)
    process.exitCode = 1
  }
} else {
  writeFileSync(join(root, path), generated)
  if (option === '--build') buildN8n(resolve(process.env.INIT_CWD ?? '.', folder))
}
