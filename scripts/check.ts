import { existsSync, globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres'
import { serverVariable, startTestServer } from '#test/throwaway-database'
import { findChangedFiles } from './changed-files.ts'
import { planChangedTests } from './changed-tests.ts'
import { planShortTests, runTests } from './run-tests.ts'
import { bin, root, runStep, type Step } from './steps.ts'

/*
 * `npm test`: runs all checks, the same locally and in CI.
 *
 *   npm test                   the steps of this file, then the tests: all of them in CI, elsewhere a short
 *                              form
 *   npm run test:all           all steps and tests, as in CI
 *   npm test -- src/platform   only the tests in these files and folders, all of them; passes options to
 *                              `node --test`
 *   npm test -- --changed      the tests that the changed files can reach, and the format, lint, types and
 *                              words
 *   npm run check              only the steps
 */

// Two steps run at the same time, and each checker computes the types of the libraries again.
const checkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)))

/**
 * Stores the result outside node_modules, because worktrees share node_modules. A later run checks only the
 * files that have changed.
 */
const typeCheck = (project: string, name: string) => [
  ...['--noEmit', '--checkers', String(checkers), '-p', project],
  ...['--incremental', '--tsBuildInfoFile', join(root, '.bestow', `${name}.tsbuildinfo`)],
]

const steps: Step[] = [
  {
    name: 'format and lint',
    program: bin('biome'),
    args: ['ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=20'],
  },
  { name: 'types', program: bin('tsc'), args: typeCheck('.', 'types') },
  {
    name: 'types of the web app',
    program: bin('tsc'),
    args: typeCheck('packages/web', 'types-web'),
  },
  { name: 'vocabulary', program: process.execPath, args: ['scripts/vocabulary.ts'] },
  { name: 'dead code', program: bin('knip'), args: ['--no-progress'] },
  { name: 'icons', program: process.execPath, args: ['scripts/icons.ts', '--check'] },
  {
    name: '.env.example',
    program: process.execPath,
    args: ['scripts/env-example.ts', '--check'],
  },
  { name: 'workflows', program: process.execPath, args: ['scripts/workflows.ts'] },
  { name: 'texts', program: process.execPath, args: ['scripts/texts.ts'] },
  { name: 'web app', program: process.execPath, args: ['scripts/web.ts', '--check'] },
  {
    name: 'service bundle',
    program: process.execPath,
    args: ['scripts/service-bundle.ts', '--check'],
  },
  { name: 'documentation', program: process.execPath, args: ['scripts/docs.ts', '--check'] },
  { name: 'golden files', program: process.execPath, args: ['scripts/golden.ts', '--check'] },
  { name: 'OpenAPI documents', program: process.execPath, args: ['scripts/openapi.ts', '--check'] },
  { name: 'client library', program: process.execPath, args: ['scripts/sdk.ts', '--check'] },
  { name: 'n8n node', program: process.execPath, args: ['scripts/n8n.ts', '--check'] },
  { name: 'conformance corpus', program: process.execPath, args: ['scripts/corpus.ts', '--check'] },
  { name: 'types of the Python library', program: bin('pyright'), args: ['-p', 'packages/python'] },
]

// runs in CI only, so that a new advisory does not block a contributor
if (process.env.CI === 'true')
  steps.push({
    name: 'known vulnerabilities',
    program: process.execPath,
    args: ['scripts/audit.ts'],
  })

const folders = ['src', 'test', 'scripts', 'packages/cli/src', 'packages/connectors']

const args = process.argv.slice(2)
const withoutTests = args.includes('--without-tests')
const isChanged = args.includes('--changed')
const ownOptions = ['--without-tests', '--all', '--changed']
const options = args.filter((arg) => arg.startsWith('--') && !ownOptions.includes(arg))
const paths = args.filter((arg) => !arg.startsWith('-'))
const isFull = process.env.CI === 'true' || args.includes('--all')
const isShort = paths.length === 0 && (isChanged || !isFull)

let server: EmbeddedPostgres | undefined
const failed: string[] = []
try {
  if ((process.env[serverVariable] ?? '') === '') {
    server = await startTestServer()
    process.env[serverVariable] = server.superuserUrl
  }
  if (paths.length === 0) {
    // runs two steps at a time, because some steps use one core only
    const pendingSteps = isChanged ? stepsOfChange(findChangedFiles()) : [...steps]
    const runNextSteps = async () => {
      for (let step = pendingSteps.shift(); step !== undefined; step = pendingSteps.shift())
        if (!(await runStep(step))) failed.push(step.name)
    }
    await Promise.all([runNextSteps(), runNextSteps()])
  }
  if (!withoutTests) {
    const selection = { explicitPaths: paths, options, isShort, ...planTests() }
    if (!(await runTests(selection))) failed.push('tests')
  }
} catch (error) {
  failed.push('this command')
  console.error(error instanceof Error ? error.message : error)
} finally {
  await server?.detach()
}
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}. See ✖ above.`)
process.exitCode = failed.length === 0 ? 0 : 1

/**
 * Returns the fast steps for a change: format and lint of the changed files, and types,
 * words and texts of the whole tree.
 */
function stepsOfChange(changed: readonly string[]): Step[] {
  const existing = changed.filter((path) => existsSync(join(root, path)))
  const fastNames = ['types', 'types of the web app', 'vocabulary', 'texts']
  const [format, ...others] = steps
  const fast = others.filter(({ name }) => fastNames.includes(name))
  if (format === undefined || existing.length === 0) return fast
  return [{ ...format, args: [...format.args, '--no-errors-on-unmatched', ...existing] }, ...fast]
}

function planTests(): { files: string[]; note?: string } {
  const files = testFiles(paths)
  if (!isShort) return { files }
  const changed = findChangedFiles()
  return isChanged ? planChangedTests(files, changed) : planShortTests(files, changed)
}

function testFiles(selected: readonly string[]): string[] {
  const roots = selected.length === 0 ? folders : selected
  const files = roots.flatMap((path) => {
    const full = join(root, path)
    if (!existsSync(full)) throw new Error(`There is no ${path}.`)
    if (!statSync(full).isDirectory()) return [path]
    return globSync('**/*.test.ts', { cwd: full })
      .sort()
      .map((file) => join(path, file))
  })
  // Without file names, the test runner would search for tests itself.
  if (files.length === 0) throw new Error(`There are no tests in ${roots.join(', ')}.`)
  return files
}
