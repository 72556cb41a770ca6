import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Addition, additions } from './additions/examples.ts'
import { root } from './steps.ts'

/*
 * Tests 'Where to add something' in ARCHITECTURE.md by doing it: applies an example of each row to a copy of the checkout,
 * checks the types and the tests of the example, and compares the number of files with the table. Words on the command
 * line select rows. All examples take about ten minutes, so this is no step of `npm test`. The rows without an example need
 * a whole feature: a payload version, a public endpoint, a carrier, a state, a member of a gift request.
 */

const words = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'bestow-additions-'))
const copy = join(folder, 'main')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: copy, encoding: 'utf8' }).trimEnd()

/** The count of a row, without its remarks: `3 to 6` has its larger number. */
const counts = new Map(
  readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    .matchAll(/^\| ([^|]+) \| (\d+)(?: to (\d+))?[^|]*\| /gm)
    .map(([, row = '', count, largest]) => [row.replaceAll("'", '’'), Number(largest ?? count)]),
)

function apply({ edits, files = {}, copies = {} }: Addition): void {
  for (const [path, before, insert] of edits) {
    const text = readFileSync(join(copy, path), 'utf8')
    if (text.split(before).length !== 2) throw new Error(`${path} must contain once: ${before}`)
    writeFileSync(
      join(copy, path),
      text.replace(before, () => insert + before),
    )
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  for (const [from, to] of Object.entries(copies)) cpSync(join(copy, from), join(copy, to))
}

/** Runs Node.js in the copy. Returns the output of a failure. */
function findFailure(...args: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
  })
  return status === 0 ? undefined : `${args.join(' ')}\n${stdout}${stderr}`
}

/** Returns the changed files, without texts and the public interface of a new module. */
const listChanged = () =>
  git('status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .map((line) => line.slice(3))
    .filter((path) => !path.startsWith('locales/') && !path.startsWith('src/domain/example/'))

function check(addition: Addition): string | undefined {
  apply(addition)
  const changed = listChanged()
  const expected = counts.get(addition.row)
  if (changed.length !== expected)
    return `the table says ${expected} files; changed: ${changed.join(', ')}`
  const isForWeb = changed.some((path) =>
    /^(packages\/web|src\/contract|src\/http\/admin)/.test(path),
  )
  return (
    findFailure('scripts/generate.ts') ??
    findFailure('node_modules/.bin/tsc', '--noEmit', '-p', '.') ??
    (isForWeb
      ? findFailure('node_modules/.bin/tsc', '--noEmit', '-p', 'packages/web')
      : undefined) ??
    (addition.tests === undefined ? undefined : findFailure('scripts/check.ts', ...addition.tests))
  )
}

execFileSync('git', ['clone', '--quiet', root, copy])
execFileSync('cp', ['-al', join(root, 'node_modules'), copy])
try {
  for (const addition of additions) {
    if (words.length > 0 && !words.some((word) => addition.row.includes(word))) continue
    const problem = check(addition)
    console.log(
      `${problem === undefined ? '✔' : '✖'} ${addition.row}${problem === undefined ? '' : `\n${problem}`}`,
    )
    if (problem !== undefined) process.exitCode = 1
    git('checkout', '--quiet', '.')
    git('clean', '-fdq')
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
