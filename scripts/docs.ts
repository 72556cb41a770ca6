import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Documents, findProblems } from './docs/check-documents.ts'
import { findUnshownScreenshots, readDocuments } from './docs/pictures.ts'
import { fillSections, sections } from './docs/sections.ts'
import { root } from './steps.ts'

/*
 * Generates the tables of the documents from the code, and reports broken links, unknown names and unused pictures.
 * With --check, it writes nothing, and an outdated table is an error.
 */

const isCheck = process.argv.includes('--check')
const documents: Documents = new Map()
const problems: string[] = []

for (const [path, current] of readDocuments()) {
  const generated = fillSections(path, current, sections)
  documents.set(path, generated)
  if (generated === current) continue
  if (isCheck) problems.push(`${path}: a generated table is out of date. Run \`npm run fix\`.`)
  else writeFileSync(join(root, path), generated)
}

problems.push(...findProblems(documents, root), ...findUnshownScreenshots(documents))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
