import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, join as joinPath } from 'node:path/posix'
import { clientVariables } from '#cli'
import { settingNames } from '#platform/config/setting-definitions'

/** The text of each document by its path from the root. */
export type Documents = Map<string, string>

/** Finds broken links, unknown npm commands, unknown settings, and numbers that two decisions have after a merge. */
export function findProblems(documents: Documents, root: string): string[] {
  const scripts = readScripts(root)
  const problems = [...documents].flatMap(([path, text]) => [
    ...brokenLinks(path, text, documents, root),
    ...findUnknown(path, text, /\bnpm run ([\w:-]+)/g, scripts, 'unknown npm command'),
    ...findUnknown(path, text, /\b(BESTOW_[A-Z_]*[A-Z])\b/g, knownSettings, 'unknown setting'),
  ])
  return [...problems, ...findRepeatedNumbers([...documents.keys()])]
}

function findRepeatedNumbers(paths: readonly string[]): string[] {
  const numbered = paths.flatMap((path) => {
    const [, number] = /^docs\/decisions\/(\d{4})-/.exec(path) ?? []
    return number === undefined ? [] : [{ path, number }]
  })
  return Object.values(Object.groupBy(numbered, ({ number }) => number)).flatMap((each = []) =>
    each.slice(1).map(({ path }) => `${path}: give it a number that no other decision has`),
  )
}

const knownSettings = new Set<string>(
  settingNames
    .flatMap((name) => [name, `${name}_FILE`])
    .concat('BESTOW_TEST_DATABASE_URL', clientVariables),
)

function readScripts(root: string): Set<string> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return new Set(Object.keys(scripts))
}

function findUnknown(
  path: string,
  text: string,
  names: RegExp,
  known: ReadonlySet<string>,
  message: string,
): string[] {
  const mentioned = new Set([...text.matchAll(names)].map(([, name = '']) => name))
  return [...mentioned]
    .filter((name) => !known.has(name))
    .map((name) => `${path}: ${message} ${name}`)
}

function brokenLinks(path: string, text: string, documents: Documents, root: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return []
    const [file = '', heading] = link.split('#')
    const target = file === '' ? path : joinPath(dirname(path), file)
    const linkedText = documents.get(target)
    if (linkedText === undefined && !existsSync(join(root, target)))
      return [`${path}: no file ${link}`]
    const isKnown = heading === undefined || parseHeadings(linkedText ?? '').has(heading)
    return isKnown ? [] : [`${path}: no heading ${link}`]
  })
}

/** Returns the anchors of all headings of a document. */
const parseHeadings = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
