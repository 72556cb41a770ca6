import { spawn } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Embedded } from '#platform/embedded-postgres'
import { serverVariable, startTestServer } from '#test/database'
import { bin, root, runStep, type Step } from './steps.ts'

/*
 * `npm test`: everything that is checked, the same at home and in CI.
 *
 *   npm test                   the steps below, then every test
 *   npm test -- src/platform   only the tests in these files and folders; options go to `node --test`
 *   npm run check              only the steps
 */

const steps: Step[] = [
  {
    name: 'format and lint',
    program: bin('biome'),
    args: ['ci', '--error-on-warnings', '--colors=off', '--max-diagnostics=20'],
  },
  { name: 'types', program: bin('tsc'), args: ['--noEmit', '-p', '.'] },
  { name: 'types of the web app', program: bin('tsc'), args: ['--noEmit', '-p', 'web'] },
  { name: 'dead code', program: bin('knip'), args: ['--no-progress'] },
  {
    name: 'migrations and schema.sql',
    program: process.execPath,
    args: ['scripts/schema.ts', '--check'],
  },
  { name: 'web app', program: process.execPath, args: ['scripts/web.ts', '--check'] },
  { name: 'documents', program: process.execPath, args: ['scripts/docs.ts', '--check'] },
  { name: 'golden files', program: process.execPath, args: ['scripts/golden.ts', '--check'] },
  { name: 'API documents', program: process.execPath, args: ['scripts/openapi.ts', '--check'] },
  { name: 'client library', program: process.execPath, args: ['scripts/sdk.ts', '--check'] },
]

const folders = ['src', 'test', 'scripts', 'cli/src']

const args = process.argv.slice(2)
const withoutTests = args.includes('--without-tests')
const options = args.filter((arg) => arg.startsWith('--') && arg !== '--without-tests')
const paths = args.filter((arg) => !arg.startsWith('-'))

let server: Embedded | undefined
let passed = true
try {
  if ((process.env[serverVariable] ?? '') === '') {
    server = await startTestServer()
    process.env[serverVariable] = server.superuserUrl
  }
  if (paths.length === 0) {
    for (const step of steps) if (!(await runStep(step))) passed = false
  }
  if (!withoutTests && !(await runTests(testFiles(paths), options))) passed = false
} finally {
  await server?.leave()
}
if (!passed) console.error('\nNot everything is in order: see ✖ above.')
process.exitCode = passed ? 0 : 1

function testFiles(wanted: readonly string[]): string[] {
  const among = wanted.length === 0 ? folders : wanted
  const files = among.flatMap((path) => {
    const full = join(root, path)
    if (!existsSync(full)) throw new Error(`There is no ${path}.`)
    if (!statSync(full).isDirectory()) return [path]
    return globSync('**/*.test.ts', { cwd: full })
      .sort()
      .map((file) => join(path, file))
  })
  // Without a name, the runner would look for tests by rules of its own.
  if (files.length === 0) throw new Error(`There are no tests in ${among.join(', ')}.`)
  return files
}

/** Files run side by side, each in a process of its own. Two cores bear three: they often wait. */
function runTests(files: readonly string[], more: readonly string[]): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-reporter=spec',
      `--test-concurrency=${availableParallelism() + 1}`,
      '--test-timeout=120000',
      ...more,
      ...files,
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}
