import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const unreleasedPattern = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|(?![\s\S]))/m

/** What the Unreleased section says, without its headings. Empty if there is no such section. */
export function readUnreleased(root: string): string {
  const [, section = ''] = unreleasedPattern.exec(read(root)) ?? []
  return section.replace(/^#.*$/gm, '').trim()
}

/** Puts a heading with the version over the Unreleased section, and an empty section in its place. */
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
