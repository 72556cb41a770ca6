import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'
import { findWords } from './vocabulary/find-words.ts'

/*
 * Fails when a file of the project uses a word that has a standard term in its place: in identifiers,
 * comments, documents, test names and screens. Names of files and folders on the command line limit the search.
 */

const paths = execFileSync('git', ['ls-files', '--', ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')

const found = paths
  .filter((path) => path !== '' && existsSync(join(root, path)))
  .flatMap((path) => findWords(path, () => readFileSync(join(root, path), 'utf8')))
for (const { path, line, word, instead } of found)
  console.error(`${path}:${line}: ${word} (write: ${instead})`)
if (found.length > 0) {
  console.error(
    `\n${found.length} words that scripts/vocabulary/words.ts replaces by standard terms.`,
  )
  process.exitCode = 1
}
