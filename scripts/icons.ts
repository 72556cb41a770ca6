import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'
import { iconsPath, renderIconsFile, updateIcons } from './web/icons.ts'

/*
 * Writes the icons that the web app uses into one file, so that a build does not
 * need the package with all icons.
 *
 *   --check   writes nothing; fails if the file is out of date
 */

if (process.argv.includes('--check')) {
  const file = join(root, iconsPath)
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (current !== (await renderIconsFile())) {
    console.error(
      `${iconsPath} does not match the icons that the web app imports. Run \`npm run fix\`.`,
    )
    process.exitCode = 1
  }
} else await updateIcons()
