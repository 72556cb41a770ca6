/**
 * `npm run release -- VERSION [--dry-run]` makes the commit, the tag and the files of a release, and prints the command that
 * publishes them. A dry run does the same in a temporary clone. RELEASING.md describes the steps.
 */
import { parseArgs } from 'node:util'
import { release, simulateRelease } from './release/release.ts'
import { root } from './steps.ts'

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [version = ''] = positionals
  const make = values['dry-run'] ? simulateRelease : release
  make({
    ...{ root, version, date: new Date().toISOString().slice(0, 10) },
    ...{ withArchives: true, print: console.log },
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
