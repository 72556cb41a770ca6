/**
 * `npm run release -- VERSION [--dry-run]` makes the commit, the tag and the packages of a release, and
 * prints the commands that publish them. RELEASING.md describes the steps.
 */
import { parseArgs } from 'node:util'
import { release } from './release/release.ts'
import { root } from './steps.ts'

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  })
  const [version = ''] = positionals
  release({
    root,
    version,
    date: new Date().toISOString().slice(0, 10),
    isDryRun: values['dry-run'],
    print: console.log,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
