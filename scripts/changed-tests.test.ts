import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  findBrowserTests,
  readImportGraph,
  selectChangedTests,
  treeTests,
} from './changed-tests.ts'
import { root } from './steps.ts'

const tests = globSync('{src,test,scripts}/**/*.test.ts', { cwd: root }).sort()
const usersOf = readImportGraph()
const select = (changed: string[], limit = 10) =>
  selectChangedTests(changed, tests, usersOf, limit).files

describe('the tests of a change', () => {
  // biome-ignore format: read down the columns
  const cases: [changed: string, test: string][] = [
    ['src/domain/webhooks/engine/claimer.ts',   'src/domain/webhooks/engine/engine.test.ts'],
    ['src/domain/spend/budget-store.ts',        'test/admin/spend.test.ts'],
    ['src/http/admin/endpoints/routes.ts',      'test/admin/developers.test.ts'],
    ['packages/sdk/src/retry.ts',               'test/sdk/retries.test.ts'],
    ['migrations/0001_base.sql',                'src/platform/postgres/migrations.test.ts'],
    ['test/corpus/calls.json',                  'test/sdk/corpus.test.ts'],
    ['openapi/2026-05.json',                    'scripts/openapi/breaking.test.ts'],
    ['deploy/Dockerfile',                       'test/deploy.test.ts'],
    ['src/app/main.ts',                         'test/deploy.test.ts'],
    ['locales/ja/app/gifts.json',               'test/japanese-texts.test.ts'],
    ['locales/es/app/gifts.json',               'test/web-tone.test.ts'],
    ['docs/recipes/hr-onboarding.md',           'scripts/docs/samples.test.ts'],
    ['packages/python/README.md',               'scripts/docs/samples.test.ts'],
    ['src/domain/gifting/lifecycle/snapshot.ts', 'test/browser/dev-server.test.ts'],
  ]
  for (const [changed, test] of cases)
    it(`include ${test} for ${changed}`, () => {
      assert.ok(existsSync(join(root, changed)))
      const selected = select([changed])
      assert.ok(selected.includes(test), selected.join('\n'))
    })

  it('are the nearest ones, up to a limit, and the tests of the tree', () => {
    const { files, reached } = selectChangedTests(
      ['src/domain/gifting/index.ts'],
      tests,
      usersOf,
      5,
    )
    assert.ok(reached > 300, String(reached))
    assert.equal(files.length, 5 + treeTests.length)
    for (const test of treeTests) assert.ok(files.includes(test), test)
  })

  it('include each changed test', () => {
    const slow = 'test/reliability/failover.test.ts'
    assert.ok(select([slow, 'src/platform/lib/ids.ts'], 0).includes(slow))
  })

  it('are those of the tree only for a file that no module reads', () => {
    assert.deepEqual(
      select(['no-such-folder/notes.bin']),
      tests.filter((test) => treeTests.includes(test)),
    )
  })

  it('name the tests with a browser for a page', () => {
    assert.ok(
      findBrowserTests(['packages/web/src/pages/gifts/timeline.tsx'], tests).includes(
        'test/browser/gifts.test.ts',
      ),
    )
    assert.deepEqual(findBrowserTests(['src/domain/gifting/index.ts'], tests), [])
  })
})
