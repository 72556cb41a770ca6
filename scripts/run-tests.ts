import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { styleText } from 'node:util'
import { root } from './steps.ts'

/** Tests that start browsers, services or installations; each file has a process of its own. */
const isolatedPaths = [
  'test/reliability',
  'test/browser',
  'test/cli/packed',
  'scripts/docs/samples',
]

const isIsolated = (file: string) => isolatedPaths.some((path) => file.startsWith(path))

/** The slowest groups start first, so that no slow group runs alone at the end. */
const slowestFirst = [...isolatedPaths, 'src/domain/webhooks', 'test', 'src/domain']

type Files = [string, ...string[]]

/**
 * Runs test files: first those that share processes, then the isolated ones. Files of a module share a process, because
 * loading the code separately for each file took half of the time. Files that are named on the command line have
 * processes of their own.
 */
export async function runTests(
  files: readonly string[],
  explicitFiles: readonly string[],
  options: readonly string[],
): Promise<boolean> {
  let passed = true
  for (const [title, selected] of [
    ['Tests on PostgreSQL', files.filter((file) => !isIsolated(file))],
    ['Isolated tests', files.filter(isIsolated)],
  ] as const) {
    if (selected.length === 0) continue
    const start = performance.now()
    console.log(`\n${styleText('bold', title)}`)
    if (!(await runGroups(groupByModule(selected, explicitFiles), options))) passed = false
    console.log(`${title}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  return passed
}

function runGroups(groups: [string, Files][], options: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-tests-'))
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-reporter=spec',
      // two more processes than cores, because tests often wait
      `--test-concurrency=${availableParallelism() + 2}`,
      '--test-timeout=300000',
      ...options,
      ...groups.map(([group, members]) => entryFor(folder, group, members)),
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** Writes an entry file that imports all files of a module, each as a suite of its own, so that hooks stay separate. */
function entryFor(folder: string, group: string, members: Files): string {
  if (members.length === 1) return join(root, members[0])
  const entry = join(folder, `${group.replaceAll('/', '-')}.mjs`)
  const suites = members.map((file) => {
    const url = pathToFileURL(join(root, file)).href
    return `describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(url)}) })\n`
  })
  writeFileSync(entry, `import { describe } from 'node:test'\n${suites.join('')}`)
  return entry
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
