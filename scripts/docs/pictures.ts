import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, join as joinPath } from 'node:path/posix'
import { root } from '../steps.ts'
import type { Documents } from './check-documents.ts'

const documentPaths = [
  '*.md',
  'docs/**/*.md',
  'examples/README.md',
  '{packages/*,src/**}/README.md',
]
const folder = 'docs/screenshots/'

/** Reads each document. Its key is its path from the root. */
export const readDocuments = (): Documents =>
  new Map(
    globSync(documentPaths, { cwd: root })
      .sort()
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

/** Lists the screenshots that the documents show or link to, such as `admin/gifts.webp`. */
export const listShownScreenshots = (documents = readDocuments()): readonly string[] => {
  const targets = [...documents].flatMap(([path, text]) =>
    [...text.matchAll(/\]\(([^)\s]+\.webp)\)/g)].map(([, link = '']) =>
      joinPath(dirname(path), link),
    ),
  )
  const shown = targets.filter((each) => each.startsWith(folder))
  return [...new Set(shown.map((each) => each.slice(folder.length)))].sort()
}

/** Finds the files of screenshots that no document shows. */
export function findUnshownScreenshots(documents: Documents): string[] {
  const shown = new Set(listShownScreenshots(documents))
  return globSync('**/*.webp', { cwd: join(root, folder) })
    .filter((file) => !shown.has(file))
    .map((file) => `${folder}${file}: no document shows this picture. Delete it.`)
}
