import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const unreleasedPattern = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|(?![\s\S]))/m

/**
 * Reads the text of the Unreleased section, without its headings. Returns an empty text
 * if the section does not exist.
 */
export function readUnreleased(root: string): string {
  const [, section = ''] = unreleasedPattern.exec(read(root)) ?? []
  return section.replace(/^#.*$/gm, '').trim()
}

/** Reads the notes of a version, without its heading. Throws if the changelog has no such version. */
export function readRelease(root: string, version: string): string {
  const [, ...sections] = read(root).split(/^## \[/m)
  const section = sections.find((each) => each.startsWith(`${version}]`))
  if (section === undefined) throw new Error(`CHANGELOG.md has no version ${version}.`)
  return section.slice(section.indexOf('\n')).trim()
}

/**
 * Inserts a heading with the version above the Unreleased texts, and an empty
 * Unreleased section above that heading.
 */
export function releaseChangelog(root: string, version: string, date: string): void {
  const text = read(root)
    .replace(' No version is released yet.', '')
    .replace(
      unreleasedPattern,
      (_all, section: string) => `## [Unreleased]\n\n## [${version}] - ${date}\n${section}`,
    )
  writeFileSync(file(root), text)
}

const file = (root: string) => join(root, 'CHANGELOG.md')
const read = (root: string) => readFileSync(file(root), 'utf8')
