import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'
import { findWords } from './vocabulary/find-words.ts'
import { findNounComments } from './vocabulary/function-comments.ts'
import { findRestatingComments } from './vocabulary/restating-comments.ts'

/*
 * Fails if a file uses a word that has a standard term, in identifiers, comments, documents, test names or texts of the
 * product, or has a comment that repeats its declaration, or a comment of a function that does not begin with a verb. Paths on the command line limit the search.
 */

const paths = execFileSync('git', ['ls-files', '--', ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const found = paths.flatMap((path) => findWords(path, () => read(path)))
for (const { path, line, word, instead } of found)
  console.error(`${path}:${line}: ${word} (write: ${instead})`)
if (found.length > 0) {
  console.error(`\n${found.length} words have a standard term, see scripts/vocabulary/words.ts.`)
  process.exitCode = 1
}

const code = paths.filter((path) => /\.tsx?$/.test(path) && !/generated|-comments\.test/.test(path))
const restating = code.flatMap((path) =>
  findRestatingComments(read(path)).map(({ line, comment }) => `${path}:${line}: ${comment}`),
)
if (restating.length > 0) {
  console.error(restating.join('\n'))
  console.error(
    `\n${restating.length} comments repeat their declaration: say more, or delete them.`,
  )
  process.exitCode = 1
}

const withoutVerb = code.flatMap((path) =>
  findNounComments(read(path)).map(({ line, name }) => `${path}:${line}: ${name}`),
)
if (withoutVerb.length > 0) {
  console.error(withoutVerb.join('\n'))
  console.error(
    `\n${withoutVerb.length} comments of functions do not begin with a verb such as Returns, see STYLE.md.`,
  )
  process.exitCode = 1
}
