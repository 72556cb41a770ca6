import assert from 'node:assert/strict'
import { it } from 'node:test'
import { collectPages } from '#web-src/collect-pages'

it('the web app reads each page of a list once, after the last row of the page before', async () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
  const cursors: (string | undefined)[] = []
  const readPage = async (after: string | undefined) => {
    cursors.push(after)
    const start = rows.findIndex(({ id }) => id === after) + 1
    return { data: rows.slice(start, start + 2), has_more: start + 2 < rows.length }
  }
  assert.deepEqual(await collectPages(readPage), rows)
  assert.deepEqual(cursors, [undefined, 'b', 'd'])
})
