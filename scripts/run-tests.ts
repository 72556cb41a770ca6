import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { styleText } from 'node:util'
import { sizeVariable } from '#test/run-size'
import { root } from './steps.ts'
import { renderTimes } from './test-times.ts'

/** Tests that start browsers, services or installations; each file has a process of its own. */
const isolatedPaths = [
  'test/reliability',
  'test/browser',
  'test/admin/web-german', // sets the language of its process
  'test/sdk/custom-requests', // sets environment variables of its process
  'test/cli/packed',
  'scripts/docs/samples',
]

const isIsolated = (file: string) => isolatedPaths.some((path) => file.startsWith(path))

/**
 * Tests that take long by their subject: browsers, outages, kills under load, installations, several services. The short
 * form leaves them out: a contributor waits for it before each commit, and CI runs everything. Tests of the service are never
 * chosen by the changed files, because most of them go through the whole service.
 */
export const slowPaths = [
  'test/browser',
  'test/reliability/attention',
  'test/reliability/batch-rows',
  'test/reliability/bulk-actions',
  'test/reliability/catalogue-import',
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

/** The browser tests of the short form: how the web app starts and navigates, and how a gift is redeemed. */
export const shortBrowserTests = ['test/browser/redeem.test.ts', 'test/browser/shell.test.ts']

/** Tests of clients, examples and tools, and their code. The short form leaves them out while their code is unchanged. */
export const toolTests: Readonly<Record<string, readonly string[]>> = {
  'test/cli': ['packages/cli', 'packages/sdk', 'test/cli'],
  'test/examples': ['examples', 'docs', 'packages/sdk', 'test/examples'],
  'test/python': ['packages/python', 'test/python'],
  'scripts/docs': ['scripts/docs', 'docs', 'src/http/docs'],
  'scripts/launcher': ['scripts/launcher', 'package.json'],
  'scripts/release': ['scripts/release', 'package.json'],
}

/** The slowest groups start first, so that no slow group runs alone at the end. */
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
  /** The files and folders of the command line. */
  explicitPaths: readonly string[]
  /** Options of `node --test`. */
  options: readonly string[]
  /** Repeats less. */
  isShort: boolean
  /** The last line: which tests are not in this run. */
  note?: string
}

/** Returns the files that the short form leaves out, when these files have changed. */
export function findSlowFiles(files: readonly string[], changed: readonly string[]): string[] {
  const unchanged = Object.entries(toolTests).flatMap(([path, sources]) =>
    changed.some((file) => sources.some((source) => file.startsWith(source))) ? [] : path,
  )
  const left = [...slowPaths, ...unchanged]
  return files.filter(
    (file) => left.some((path) => file.startsWith(path)) && !shortBrowserTests.includes(file),
  )
}

/** Returns the tests of the short form. */
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
 * Runs test files. Files of a module share a process, because loading the code separately for each file took half of the
 * time; isolated files, and files that are named on the command line, have processes of their own. All groups are in one
 * queue: processes that wait and processes that compute complement each other.
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
      // two more processes than cores, because tests often wait
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

/** Several processes run at a time, so the sum is longer than the run. */
function printTimes(timesPath: string): void {
  const times = renderTimes(readFileSync(timesPath, 'utf8'), (path) => moduleFor(path))
  if (times !== '')
    console.log(
      `\nFolders whose tests take 10 s or longer, in the time of their processes:\n${times}`,
    )
}

/**
 * Writes an entry file that imports all files of a module, each as a suite of its own, so that hooks stay separate. Node
 * starts the entries in the order of their names.
 */
function writeEntry(folder: string, index: number, group: string, members: Files): string {
  const name = group.replaceAll('/', '-').replace(/\.test\.ts$/, '')
  const entry = join(folder, `${String(index).padStart(3, '0')}-${name}.mjs`)
  writeFileSync(entry, renderEntry(members))
  return entry
}

/** Node's time limit covers only tests, so one that never starts (an import that waits) would hold up the whole run. */
const maxEntryMinutes = 20

function renderEntry(members: Files): string {
  const urls = members.map((file) => JSON.stringify(pathToFileURL(join(root, file)).href))
  const watchdog = `setTimeout(() => { console.error('still running after ${maxEntryMinutes} minutes'); process.exit(1) }, ${maxEntryMinutes * 60_000}).unref()\n`
  // Static imports would run before the watchdog starts.
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
