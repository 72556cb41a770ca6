import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readGit } from './git.ts'
import { buildImportGraph, type ImportGraph, isModule } from './import-graph.ts'
import { findSlowFiles } from './run-tests.ts'
import { root } from './steps.ts'

/**
 * The number of test files that run for a change, in addition to those that read the changed files. They take
 * about 20 seconds on two cores.
 */
const maxTests = 8

/** Fast tests that read the whole tree. No import leads to these tests. */
export const treeTests = [
  'test/layers.test.ts',
  'test/admin/audit-labels.test.ts',
  'test/japanese-texts.test.ts',
  'test/server-texts.test.ts',
  'test/web-tone.test.ts',
]

/** The tests that read files by a pattern, each with the pattern. */
const readers: Readonly<Record<string, RegExp>> = {
  'scripts/docs/samples.test.ts':
    /^((CONTRIBUTING|README)\.md|docs\/(recipes\/)?[^/]+\.md|(packages\/\w+|examples)\/README\.md)$/,
  'test/deploy.test.ts':
    /^(deploy\/|package(-lock)?\.json$|\.\w+ignore$|scripts\/launcher\/|src\/app\/|src\/platform\/observability\/)/,
  'test/admin/web-german.test.ts': /^locales\/de\/app\//,
  'test/security/addresses.test.ts': /^src\/(app|platform)\//,
}

/**
 * The texts of the web app. The service does not read these files. It reads the other files of `locales`, and
 * nearly all tests start the service.
 */
const webTexts = /^locales\/\w+\/app\//

/** Returns the tests that read a changed file without importing it. Includes slow tests. */
export const findReaders = (changed: readonly string[], tests: readonly string[]): string[] =>
  tests.filter(
    (test) =>
      changed.some((path) => readers[test]?.test(path)) ||
      (test.startsWith('test/browser/') && namesOneOf(changed, test)),
  )

/**
 * Returns whether a test contains the path of a changed file as a string literal. Such a test edits the file.
 */
function namesOneOf(changed: readonly string[], test: string): boolean {
  const text = readFileSync(join(root, test), 'utf8')
  return changed.some((path) => text.includes(`'${path}'`))
}

/** Plans the run of the tests for changed files. */
export function planChangedTests(tests: readonly string[], changed: readonly string[]) {
  const slowFiles = findSlowFiles(tests, changed)
  const readingTests = findReaders(changed, tests)
  const candidates = tests.filter(
    (test) => !slowFiles.includes(test) || changed.includes(test) || readingTests.includes(test),
  )
  const { files, reached } = selectChangedTests(changed, candidates, readImportGraph())
  const left = candidates.length - files.length
  const browserTests = findBrowserTests(changed, tests).filter((test) => !files.includes(test))
  const advice =
    browserTests.length === 0 ? '' : `\nTests of these pages: npm test -- ${browserTests.join(' ')}`
  return {
    files,
    note: `The changed files (${changed.length}) can reach ${reached} test files; ${files.length} ran, the nearest. \`npm test\` also runs the other ${left}.${advice}`,
  }
}

export interface ChangedTests {
  /** The tests to run: the changed tests, those that read a changed file, and the nearest other tests. */
  files: string[]
  /** The number of tests that the change can reach through imports. */
  reached: number
}

/**
 * Selects the tests that changed files can reach through imports. Most tests of the service start the whole
 * service, so that nearly every change reaches them. The nearest tests therefore come first. Among equally
 * near tests, those whose path has words of the changed path come first.
 */
export function selectChangedTests(
  changed: readonly string[],
  tests: readonly string[],
  usersOf: ImportGraph,
  limit = maxTests,
): ChangedTests {
  const scores = new Map<string, number>()
  for (const path of changed.filter((each) => !webTexts.test(each)))
    for (const [test, distance] of findReachedTests(path, tests, usersOf)) {
      const score = distance - 2 * countCommonWords(path, test)
      scores.set(test, Math.min(score, scores.get(test) ?? score))
    }
  const readingTests = findReaders(changed, tests)
  const always = tests.filter((test) =>
    [changed, treeTests, readingTests].some((list) => list.includes(test)),
  )
  const nearest = [...scores]
    .sort(([a, scoreA], [b, scoreB]) => scoreA - scoreB || a.localeCompare(b))
    .map(([test]) => test)
  return { files: [...new Set([...always, ...nearest.slice(0, limit)])], reached: scores.size }
}

/** Returns the tests that a file can reach, each with the number of imports between the file and the test. */
function findReachedTests(
  path: string,
  tests: readonly string[],
  usersOf: ImportGraph,
): [string, number][] {
  const distances = new Map([[path, 0]])
  for (const [each, distance] of distances)
    for (const user of usersOf(each)) if (!distances.has(user)) distances.set(user, distance + 1)
  return tests.flatMap((test) => {
    const distance = distances.get(test)
    return distance === undefined ? [] : [[test, distance] as [string, number]]
  })
}

/** Path names that say nothing about the subject of a file. */
const commonNames = new Set(['src', 'test', 'index', 'domain', 'platform', 'packages', 'scripts'])

function countCommonWords(path: string, test: string): number {
  const words = splitWords(path)
  return [...splitWords(test)].filter((word) => words.has(word)).length
}

/** Returns browser tests for changed pages. No import leads to these tests, and each takes long. */
export function findBrowserTests(changed: readonly string[], tests: readonly string[]): string[] {
  const pages = changed.filter((path) => path.startsWith('packages/web/'))
  return tests.filter(
    (test) =>
      test.startsWith('test/browser/') && pages.some((page) => countCommonWords(page, test) > 0),
  )
}

const splitWords = (path: string) =>
  new Set(
    path
      .replace(/(\.test)?\.\w+$/, '')
      .split(/[/.-]/)
      .filter((word) => word.length > 2 && !commonNames.has(word))
      .map((word) => word.replace(/s$/, '')),
  )

/** Reads the import graph of the files in the work tree, including files that are not committed. */
export function readImportGraph(): ImportGraph {
  const listed = readGit(root, 'ls-files', '--cached', '--others', '--exclude-standard') ?? ''
  const files = listed.split('\n').filter((path) => path !== '')
  const modules = files.filter((path) => isModule(path) && existsSync(join(root, path)))
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sdk = { '@bestow/sdk': imports['#sdk'], '@bestow/sdk/*': imports['#sdk/*'] }
  return buildImportGraph(
    new Map(modules.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
    files,
    { ...imports, ...sdk },
  )
}
