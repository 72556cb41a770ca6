import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { styleText } from 'node:util'
import { root } from './steps.ts'

/** They start browsers, services or installations, and have a process each. */
const alone = ['test/reliability', 'test/browser', 'test/cli/packed', 'scripts/docs/samples']

const isAlone = (file: string) => alone.some((path) => file.startsWith(path))

/** What takes longest goes first, so that nobody waits for it at the end. */
const longest = [...alone, 'src/domain/webhooks', 'test', 'src/domain']

type Files = [string, ...string[]]

/**
 * Runs test files: first those that run within the processes of the tests, then those of `alone`, for which
 * one waits as long again. Those of a room share a process, because reading the code again for each took
 * half of the time; files that are named one by one have processes of their own.
 */
export async function runTests(
  files: readonly string[],
  named: readonly string[],
  options: readonly string[],
): Promise<boolean> {
  let passed = true
  for (const [what, some] of [
    ['Tests on PostgreSQL', files.filter((file) => !isAlone(file))],
    ['Browsers, and processes that are killed', files.filter(isAlone)],
  ] as const) {
    if (some.length === 0) continue
    const start = performance.now()
    console.log(`\n${styleText('bold', what)}`)
    if (!(await runRooms(byRoom(some, named), options))) passed = false
    console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
  }
  return passed
}

function runRooms(rooms: [string, Files][], options: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-tests-'))
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-reporter=spec',
      // two cores bear four: they often wait
      `--test-concurrency=${availableParallelism() + 2}`,
      '--test-timeout=300000',
      ...options,
      ...rooms.map(([room, members]) => entryFor(folder, room, members)),
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** A file that reads all files of a room, each as a suite of its own, so that its hooks are its own. */
function entryFor(folder: string, room: string, members: Files): string {
  if (members.length === 1) return join(root, members[0])
  const entry = join(folder, `${room.replaceAll('/', '-')}.mjs`)
  const suites = members.map((file) => {
    const url = pathToFileURL(join(root, file)).href
    return `describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(url)}) })\n`
  })
  writeFileSync(entry, `import { describe } from 'node:test'\n${suites.join('')}`)
  return entry
}

function byRoom(files: readonly string[], named: readonly string[]): [string, Files][] {
  const rooms = new Map<string, Files>()
  for (const file of files) {
    const room = named.includes(file) ? file : roomOf(file)
    const members = rooms.get(room)
    if (members === undefined) rooms.set(room, [file])
    else members.push(file)
  }
  return [...rooms].sort(([a], [b]) => rank(a) - rank(b))
}

function roomOf(file: string): string {
  if (isAlone(file)) return file
  const depth = file.startsWith('src/domain/') ? 3 : 2
  return dirname(file).split('/').slice(0, depth).join('/')
}

function rank(room: string): number {
  const place = longest.findIndex((path) => room.startsWith(path))
  return place < 0 ? longest.length : place
}
