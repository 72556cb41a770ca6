import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderEnvironmentLines } from './docs/environment-file.ts'
import { root } from './steps.ts'

/*
 * Writes `.env.example` from the table of settings.
 *
 *   --check   writes nothing; fails if the file is out of date
 */

const path = join(root, '.env.example')
const text = `# All settings with an example each. Made by \`npm run fix\`; do not edit.
#
# \`npm run dev\`, \`npm run debug\` and \`npm run db\` read the file .env: copy this one, and uncomment what you need.
# The service itself reads environment variables only.

${renderEnvironmentLines()}
`

if (!process.argv.includes('--check')) writeFileSync(path, text)
else if (readExisting() !== text) {
  console.error('.env.example is not what the table of settings says. Run `npm run fix`.')
  process.exitCode = 1
}

function readExisting(): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
