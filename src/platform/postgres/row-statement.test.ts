import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Statement } from './prepared-statement.ts'
import { interleave, mergeRows, rowStatement } from './row-statement.ts'

const addNote = rowStatement({ id: 'integer', word: 'text' }, (rows) => `with t ${rows} insert`)
const addTag = rowStatement({ id: 'integer' }, (rows) => `with t ${rows} insert tag`)
const nameStatement = (text: string) => `name of ${text}`

const call = (statement: typeof addNote, ...values: unknown[]): Statement => ({
  name: nameStatement(statement.textFor(1)),
  text: statement.textFor(1),
  values,
  rowStatement: statement,
})
const other = (text: string): Statement => ({ name: nameStatement(text), text, values: [] })

it('numbers the parameters row by row, with the type of each', () => {
  assert.equal(
    addNote.textFor(2),
    'with t (id, word) as (values ($1::integer, $2::text), ($3::integer, $4::text)) insert',
  )
  assert.equal(addNote.textFor(2), addNote.textFor(2))
})

it('merges adjacent calls of one statement into at most eight rows', () => {
  const calls = Array.from({ length: 13 }, (_, n) => call(addNote, n, `word ${n}`))
  const merged = mergeRows(calls, nameStatement)
  assert.deepEqual(
    merged.map(({ text, name }) => [text, name]),
    [8, 4, 1].map((rows) => [addNote.textFor(rows), nameStatement(addNote.textFor(rows))]),
  )
  assert.deepEqual(
    merged.flatMap(({ values }) => values),
    calls.flatMap(({ values }) => values),
  )
})

it('merges no calls across another statement', () => {
  const statements = [call(addNote, 1, 'a'), other('lock'), call(addNote, 2, 'b'), call(addTag, 2)]
  assert.deepEqual(mergeRows(statements, nameStatement), statements)
})

it('runs transactions with the same statements position by position, and others one by one', () => {
  const transactions = [
    [call(addNote, 1, 'a'), call(addTag, 1)],
    [call(addTag, 2), call(addNote, 2, 'b')],
    [call(addNote, 3, 'c'), call(addTag, 3)],
  ]
  const order = interleave(transactions).map(({ rowStatement, values }) => [
    rowStatement === addNote ? 'note' : 'tag',
    values[0],
  ])
  assert.deepEqual(order, [
    ['note', 1],
    ['note', 3],
    ['tag', 1],
    ['tag', 3],
    ['tag', 2],
    ['note', 2],
  ])
})
