import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findRestatingComments } from './restating-comments.ts'

const comments = (code: string) => findRestatingComments(code).map(({ comment }) => comment)

it('reports a comment whose words are all in the declaration below it', () => {
  const code = `interface Import {
  /** The number of rows. */
  rows: number
}
/** Returns the header of the export. */
export function exportHeader(): string {}
`
  assert.deepEqual(findRestatingComments(code), [
    { line: 2, comment: 'The number of rows' },
    { line: 5, comment: 'Returns the header of the export' },
  ])
})

it('does not report a comment that adds a unit, a key, a rule or a second sentence', () => {
  for (const comment of [
    'The number of rows that were rejected.',
    'The loops by name.',
    'The rows. Empty after a failure.',
    'Rows, in the order of the file.',
  ])
    assert.deepEqual(comments(`/** ${comment} */\nrows: number\n`), [], comment)
})
