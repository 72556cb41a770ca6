import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { styleText } from 'node:util'
import { sizeVariable } from '#test/run-size'
import { root } from './steps.ts'
import { renderTimes } from './test-times.ts'

/** Tests that start browsers, services or installations. Each file runs in its own process. */
const isolatedPaths = [
  'test/reliability',
  'test/browser',
  'test/admin/web-german', // sets the language of its process, so it needs a separate one
  'test/sdk/custom-requests', // sets environment variables of its process, so it needs a separate one
  'test/cli/packed',
  'scripts/docs/samples',
]

const isIsolated = (file: string) => isolatedPaths.some((path) => file.startsWith(path))

/**
 * Tests that are slow because of their subject: browsers, outages, kills under load, installations,
 * several services. The short form leaves them out, because a contributor waits for it before each
 * commit. CI runs everything. The changed files never select tests of the service, because most of
 * these tests use the whole service.
 */
export const slowPaths = [
  'test/browser',
  'test/reliability/attention',
  'test/reliability/batch-rows',
  'test/reliability/bulk-actions',
  'test/reliability/catalogue-import',
  'test/reliability/code-purchases',
  'test/reliability/codes',
  'test/reliability/deployment',
  'test/reliability/donations',
  'test/reliability/failover',
  'test/reliability/hostile-tenant',
  'test/reliability/kill',
  'test/reliability/nodes',
  'test/reliability/oldest-node',
  'test/reliability/orders',
  'test/reliability/outage',
  'test/reliability/packing',
  'test/cli/packed',
  'src/platform/embedded-postgres/embedded-postgres',
]

/**
 * The browser tests of the short form. They test how the web app starts and navigates, and
 * how a recipient redeems a gift.
 */
export const shortBrowserTests = ['test/browser/redeem.test.ts', 'test/browser/shell.test.ts']

/**
 * The tests of clients, examples and tools, each with the code that it tests. The short form leaves a test
 * out while this code is unchanged.
 */
export const toolTests: Readonly<Record<string, readonly string[]>> = {
  'test/cli': ['packages/cli', 'packages/sdk', 'test/cli'],
  'test/examples': ['examples', 'docs', 'packages/sdk', 'test/examples'],
  'test/python': ['packages/python', 'test/python'],
  'scripts/docs': ['scripts/docs', 'docs', 'src/http/docs'],
  'scripts/launcher': ['scripts/launcher', 'package.json'],
  'scripts/release': ['scripts/release', 'package.json'],
}

/** The slowest groups of tests. They start first, so that no slow group runs alone at the end. */
const slowestFirst = [
  'test/admin',
  'test/journeys',
  'src/domain/fulfilment',
  'test/browser',
  'test/contract',
  ...isolatedPaths,
  'test',
  'src/domain',
]

type Files = [string, ...string[]]

export interface TestSelection {
  files: readonly string[]
  /** The files and folders that the command line names. */
  explicitPaths: readonly string[]
  /** Options of `node --test`. */
  options: readonly string[]
  /** True if tests that repeat something repeat it less often. */
  isShort: boolean
  /** The last line of the output, which says which tests are not in this run. */
  note?: string
}

/** Finds the test files that the short form leaves out for these changed files. */
export function findSlowFiles(files: readonly string[], changed: readonly string[]): string[] {
  const unchanged = Object.entries(toolTests).flatMap(([path, sources]) =>
    changed.some((file) => sources.some((source) => file.startsWith(source))) ? [] : path,
  )
  const left = [...slowPaths, ...unchanged]
  return files.filter(
    (file) => left.some((path) => file.startsWith(path)) && !shortBrowserTests.includes(file),
  )
}

/** Plans the tests of the short form. */
export function planShortTests(files: readonly string[], changed: readonly string[]) {
  const slowFiles = findSlowFiles(files, changed)
  return {
    files: files.filter((file) => !slowFiles.includes(file)),
    note:
      `The short form left out ${slowFiles.length} test files (slow ones, and those of unchanged clients and tools) and repeats less. ` +
      'CI runs everything, like `npm run test:all`.',
  }
}

/**
 * Runs test files. The files of a module share a process, because loading the code separately for each file
 * took half of the time. Isolated files, and files that the command line names, each have their own process.
 * All groups are in one queue, so that some processes compute while others wait.
 */
export async function runTests(selection: TestSelection): Promise<boolean> {
  const { files, explicitPaths, options, isShort, note } = selection
  const start = performance.now()
  console.log(`\n${styleText('bold', isShort ? 'Tests, short form' : 'Tests')}`)
  const passed = await runGroups(groupByModule(files, explicitPaths), options, isShort)
  console.log(`Tests: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  if (note !== undefined) console.log(note)
  return passed
}

function runGroups(
  groups: [string, Files][],
  options: readonly string[],
  isShort: boolean,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-tests-'))
  const timesPath = join(folder, 'times.txt')
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${pathToFileURL(join(root, 'scripts/test-times.ts')).href}`,
      `--test-reporter-destination=${timesPath}`,
      // two more processes than cores, because a test often waits
      `--test-concurrency=${availableParallelism() + 2}`,
      '--test-timeout=300000',
      ...options,
      ...groups.map(([group, members], index) => writeEntry(folder, index, group, members)),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, [sizeVariable]: isShort ? 'short' : 'full' },
    },
  )
  return new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
    .then((passed) => {
      printTimes(timesPath)
      return passed
    })
    .finally(() => rmSync(folder, { recursive: true, force: true }))
}

/**
 * Prints the folders whose tests are slow. Several processes run at the same time, so
 * the sum is longer than the run.
 */
function printTimes(timesPath: string): void {
  const times = renderTimes(readFileSync(timesPath, 'utf8'), (path) => moduleFor(path))
  if (times !== '')
    console.log(
      `\nFolders whose tests take 10 s or longer, in the time of their processes:\n${times}`,
    )
}

/**
 * Writes an entry file that imports all files of a module. Each file is a separate suite, so that its hooks
 * do not affect other files. Node starts the entry files in the order of their names.
 */
function writeEntry(folder: string, index: number, group: string, members: Files): string {
  const name = group.replaceAll('/', '-').replace(/\.test\.ts$/, '')
  const entry = join(folder, `${String(index).padStart(3, '0')}-${name}.mjs`)
  writeFileSync(entry, renderEntry(members))
  return entry
}

/**
 * The time limit of an entry file, in minutes. Node's own time limit covers only tests, so a test that never
 * starts (because an import waits) would block the whole run.
 */
const maxEntryMinutes = 20

function renderEntry(members: Files): string {
  const urls = members.map((file) => JSON.stringify(pathToFileURL(join(root, file)).href))
  const watchdog = `setTimeout(() => { console.error('still running after ${maxEntryMinutes} minutes'); process.exit(1) }, ${maxEntryMinutes * 60_000}).unref()\n`
  // The imports are dynamic, because static imports would run before the watchdog starts.
  if (members.length === 1) return `${watchdog}await import(${urls[0]})\n`
  const suites = urls.map(
    (url, index) =>
      `describe(${JSON.stringify(members[index])}, async () => { await import(${url}) })\n`,
  )
  return `import { describe } from 'node:test'\n${watchdog}${suites.join('')}`
}

function groupByModule(
  files: readonly string[],
  explicitFiles: readonly string[],
): [string, Files][] {
  const groups = new Map<string, Files>()
  for (const file of files) {
    const group = explicitFiles.includes(file) ? file : moduleFor(file)
    const members = groups.get(group)
    if (members === undefined) groups.set(group, [file])
    else members.push(file)
  }
  return [...groups].sort(([a], [b]) => rank(a) - rank(b))
}

function moduleFor(file: string): string {
  if (isIsolated(file)) return file
  const depth = file.startsWith('src/domain/') ? 3 : 2
  return dirname(file).split('/').slice(0, depth).join('/')
}

function rank(group: string): number {
  const index = slowestFirst.findIndex((path) => group.startsWith(path))
  return index < 0 ? slowestFirst.length : index
}
