import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps.ts'

/*
 * Prints a random sample of the comments of the code, for a review of their language:
 *
 *   node scripts/run.js scripts/sample-comments.ts [count] [seed]
 *
 * The same seed gives the same sample of the same code. The reviewer reads a comment without its code. A
 * comment is plain when an engineer who has never seen the project understands it.
 */

const [count = '100', seed = new Date().toISOString()] = process.argv.slice(2)

const folders = ['src', 'packages/*/src', 'packages/reliability', 'scripts', 'test', 'examples']
const paths = globSync(
  folders.map((folder) => `${folder}/**/*.{ts,tsx,js}`),
  {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || path.includes('generated'),
  },
)

const comments = [...new Set(paths)].flatMap((path) =>
  findComments(readFileSync(join(root, path), 'utf8')).map((text) => ({ path, text })),
)

const rank = ({ path, text }: { path: string; text: string }) =>
  createHash('sha256').update(`${seed} ${path} ${text}`).digest('hex')
const sample = comments
  .map((comment) => ({ ...comment, rank: rank(comment) }))
  .sort((a, b) => (a.rank < b.rank ? -1 : 1))
  .slice(0, Number(count))

for (const [index, { path, text }] of sample.entries())
  console.log(`${index + 1}. ${path}\n${text}\n`)
console.log(`${sample.length} of ${comments.length} comments, seed ${seed}`)

/**
 * Finds the comments of a file. Joins consecutive line comments to one comment.
 * Leaves out directives for tools.
 */
function findComments(code: string): string[] {
  const pattern = /(?:^|(?<=\s))\/\*[\s\S]*?\*\/|(?:(?:^|(?<=\s))\/\/.*(?:\n[ \t]*(?=\/\/))?)+/gm
  return [...code.matchAll(pattern)]
    .map(([text]) => text.trim())
    .filter((text) => !/biome-ignore|@ts-|^\/\/ ?#|^\/\*\*?\s*\*\/$/.test(text))
}
