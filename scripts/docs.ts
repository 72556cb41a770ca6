import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Documents, findProblems } from './docs/check-documents.ts'
import { fillSections, sections } from './docs/sections.ts'
import { root } from './steps.ts'

/*
 * Writes the tables of the documents anew from the code they describe, and says which links and names
 * in them lead nowhere. With --check it writes nothing and fails when a table is out of date.
 */

const isCheck = process.argv.includes('--check')
const documents: Documents = new Map()
const problems: string[] = []

for (const path of globSync(['*.md', 'docs/**/*.md', '{packages/*,examples}/README.md'], {
  cwd: root,
}).sort()) {
  const current = readFileSync(join(root, path), 'utf8')
  const is = fillSections(path, current, sections)
  documents.set(path, is)
  if (is === current) continue
  if (isCheck) problems.push(`${path}: a table is not what the code says. Run \`npm run fix\`.`)
  else writeFileSync(join(root, path), is)
}

problems.push(...findProblems(documents, root))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
