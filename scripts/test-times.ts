import { relative } from 'node:path'
import { root } from './steps.ts'

interface TestEvent {
  type: string
  data: { name?: string; file?: string; nesting?: number; details?: { duration_ms?: number } }
}

/**
 * A reporter of `node --test`. It prints a line with the path and the milliseconds of each test file, or of
 * each test at its top level. A file in a group is a suite whose name is its path.
 */
// biome-ignore lint/style/noDefaultExport: Node loads a reporter by its default export
export default async function* testTimes(source: AsyncIterable<TestEvent>) {
  for await (const { type, data } of source) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting !== 0) continue
    const path = data.name?.endsWith('.test.ts') ? data.name : relative(root, data.file ?? '')
    yield `${path}\t${data.details?.duration_ms ?? 0}\n`
  }
}

/** Renders the seconds of the tests of each folder, the longest time first. */
export function renderTimes(lines: string, folderOf: (path: string) => string): string {
  const times = new Map<string, { ms: number; files: Set<string> }>()
  for (const line of lines.split('\n').filter((each) => each !== '')) {
    const [path = '', ms = '0'] = line.split('\t')
    const time = times.get(folderOf(path)) ?? { ms: 0, files: new Set() }
    times.set(folderOf(path), { ms: time.ms + Number(ms), files: time.files.add(path) })
  }
  return [...times]
    .sort(([, a], [, b]) => b.ms - a.ms)
    .filter(([, { ms }]) => ms >= 10_000)
    .map(
      ([folder, { ms, files }]) =>
        `${(ms / 1000).toFixed(0).padStart(6)} s  ${folder} (${files.size} files)\n`,
    )
    .join('')
}
