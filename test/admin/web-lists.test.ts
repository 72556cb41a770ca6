import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { appPaths } from '#http/web'
import { root } from '#scripts/steps'
import { createRowCounter } from '#web-src/components/files/csv-row-counter'
import { resourcePages } from '#web-src/pages/developers/resource-pages'
import { isLabelled, niceTicks } from '#web-src/pages/overview/chart-scale'
import { toPeriodFilter } from '#web-src/pages/overview/period-filter'

/* The tests of what the web app computes for charts and downloads. */

describe('a chart', () => {
  it('has round ticks that reach its highest value', () => {
    const ticks: readonly (readonly [number, readonly number[]])[] = [
      [0, [0, 1]],
      [1, [0, 1]],
      [3, [0, 1, 2, 3]],
      [10, [0, 5, 10]],
      [37, [0, 10, 20, 30, 40]],
      [6_525, [0, 2_000, 4_000, 6_000, 8_000]],
    ]
    for (const [max, expected] of ticks) assert.deepEqual(niceTicks(max), expected, String(max))
  })

  it('labels its last period, and not more periods than fit', () => {
    for (const count of [1, 6, 7, 30, 100]) {
      const labelled = Array.from({ length: count }, (_, at) => isLabelled(at, count, 6))
      assert.equal(labelled.at(-1), true)
      assert.ok(labelled.filter(Boolean).length <= 6, String(count))
    }
  })

  it('links each period to its days, from the first day that counts', () => {
    const filter = (...period: Parameters<typeof toPeriodFilter>) => {
      const { created_from, created_until } = toPeriodFilter(...period)
      return `${created_from} ${created_until}`
    }
    assert.equal(filter('2026-05-01', 'day'), '2026-05-01 2026-05-01')
    assert.equal(filter('2026-04-27', 'week', '2026-04-29'), '2026-04-29 2026-05-03')
    assert.equal(filter('2028-02-01', 'month', '2027-01-01'), '2028-02-01 2028-02-29')
    assert.equal(filter('2026-12-01', 'month'), '2026-12-01 2026-12-31')
  })
})

describe('the rows of a CSV file', () => {
  it('are counted without the header and the line breaks inside values, whatever the chunks', () => {
    const file = new TextEncoder().encode('\ufeffid,name\n1,"a ""b""\nc"\n2,d\n3,"\n\n"\n')
    for (const size of [1, 3, file.length]) {
      const rows = createRowCounter()
      let count = 0
      for (let at = 0; at < file.length; at += size) count = rows.add(file.slice(at, at + size))
      assert.equal(count, 3)
    }
    assert.equal(createRowCounter().add(new Uint8Array()), 0)
  })
})

it('has each page at an address that the server knows', () => {
  const routes = readFileSync(join(root, 'packages/web/src/routes.ts'), 'utf8')
  const segments = [...routes.matchAll(/\{ path: '\/([^/']+)/g)].map(([, segment = '']) => segment)
  const known: readonly string[] = appPaths
  assert.ok(segments.length > 50)
  assert.deepEqual(
    segments.filter((segment) => !known.includes(segment)),
    [],
  )
})

it('links the resources of requests to pages that exist', () => {
  const routes = readFileSync(join(root, 'packages/web/src/routes.ts'), 'utf8')
  for (const page of Object.values(resourcePages))
    assert.ok(routes.includes(`path: '${page}/:id'`), page)
})
