import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { it } from 'node:test'
import { root } from './steps.ts'
import testTimes, { renderTimes } from './test-times.ts'

async function* events() {
  const pass = (name: string, file: string, nesting: number, ms: number) => ({
    type: 'test:pass',
    data: { name, file, nesting, details: { duration_ms: ms } },
  })
  yield pass('test/shop/a.test.ts', '/tmp/entry.mjs', 0, 9_000)
  yield pass('a test of the suite', `${root}/test/shop/a.test.ts`, 1, 8_000)
  yield { ...pass('fails', `${root}/test/shop/b.test.ts`, 0, 3_000), type: 'test:fail' }
  yield pass('is short', `${root}/test/lib/c.test.ts`, 0, 2_000)
  yield { type: 'test:diagnostic', data: { nesting: 0 } }
}

it('sums the times of test files by folder, and leaves out the short ones', async () => {
  let lines = ''
  for await (const line of testTimes(events())) lines += line
  assert.equal(renderTimes(lines, dirname), '    12 s  test/shop (2 files)\n')
})
