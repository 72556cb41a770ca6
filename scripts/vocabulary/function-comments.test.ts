import assert from 'node:assert/strict'
import { it } from 'node:test'
import { findNounComments } from './function-comments.ts'

const names = (code: string) => findNounComments(code).map(({ name }) => name)

it('reports comments of functions, methods and members that do not begin with a verb', () => {
  const code = `/** The rows of a file. */
export async function rowsOf(file: string) {}
/**
 * Whether the address is complete,
 * with its country.
 */
const isComplete = (address: Address): boolean => true
interface Store {
  /** Called when the row is gone. */
  onGone: (id: string) => void
  /** All rows. */
  list(): Promise<Row[]>
}
`
  assert.deepEqual(names(code), ['rowsOf', 'isComplete', 'onGone', 'list'])
  assert.equal(findNounComments(code)[1]?.line, 3)
})

it('accepts a verb, a component, a value and the parameters of plain JavaScript', () => {
  for (const code of [
    '/** Returns the rows. */\nfunction rows() {}',
    '/** A table of rows. */\nexport function RowTable() {}',
    '/** The maximum number of rows. */\nconst maxRows = 100',
    '/** The rows by name. */\nconst rows = new Map<string, (id: string) => void>()',
    '/** @param {string} file */\nfunction read(file) {}',
  ])
    assert.deepEqual(names(code), [], code)
})
