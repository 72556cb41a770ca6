import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'
import { renderIconsFile } from './web/icons.ts'

/*
 * Writes the icons that the web app uses into one file, so that a build does not need the package with all icons.
 *   --check   writes nothing; fails if the file is out of date
 */

const path = 'packages/web/src/icons.generated.ts'
const full = join(root, path)
const generated = await renderIconsFile()
const current = existsSync(full) ? readFileSync(full, 'utf8') : ''
if (generated !== current) {
  if (process.argv.includes('--check')) {
    console.error(`${path} does not match the icons that the web app imports. Run \`npm run fix\`.`)
    process.exitCode = 1
  } else writeFileSync(full, generated)
}
