import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { describe, it } from 'node:test'
import { findSlowFiles, shortBrowserTests, slowPaths, toolTests } from './run-tests.ts'
import { root } from './steps.ts'

const files = globSync('{src,test,scripts}/**/*.test.ts', { cwd: root })

describe('the short form', () => {
  it('names only tests that exist', () => {
    const paths = [...slowPaths, ...Object.keys(toolTests)]
    const unused = paths.filter((path) => !files.some((file) => file.startsWith(path)))
    assert.deepEqual(unused, [])
    assert.deepEqual(
      shortBrowserTests.filter((file) => !files.includes(file)),
      [],
    )
  })

  it('leaves out the listed files and no others', () => {
    const slowFiles = findSlowFiles(files, [])
    assert.ok(slowFiles.includes('test/reliability/failover.test.ts'))
    assert.ok(!slowFiles.includes('test/reliability/start.test.ts'))
    assert.ok(slowFiles.includes('test/browser/gifts.test.ts'))
    assert.ok(!slowFiles.includes('test/browser/redeem.test.ts'))
    assert.ok(slowFiles.length < files.length / 5)
  })

  it('includes the tests of a client whose code has changed', () => {
    const leavesOut = (test: string, ...changed: string[]) =>
      findSlowFiles(files, changed).includes(test)
    assert.ok(leavesOut('test/python/library.test.ts', 'packages/cli/src/main.ts'))
    assert.ok(!leavesOut('test/python/library.test.ts', 'packages/python/bestow/client.py'))
    assert.ok(!leavesOut('test/cli/commands.test.ts', 'README.md', 'packages/sdk/src/client.ts'))
    assert.ok(leavesOut('test/cli/packed.test.ts', 'packages/cli/src/main.ts'), 'a slow one')
  })
})

describe('the size of a run', () => {
  const readSize = (size: string | undefined) => {
    const { BESTOW_TEST_SIZE: _, ...env } = process.env
    const script = `import { sizeOfRun } from '#test/run-size'; console.log(sizeOfRun(600, 100))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      encoding: 'utf8',
      env: { ...env, ...(size !== undefined && { BESTOW_TEST_SIZE: size }) },
    })
    return Number(stdout)
  }

  it('is full unless the runner says short', () => {
    assert.deepEqual([undefined, 'full', 'short'].map(readSize), [600, 600, 100])
  })
})
