import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '#scripts/steps'
import { collectRuntimeImports } from '#test/runtime-imports'
import { runtimeOnlyScripts } from '../scripts/launcher/run.js'

/*
 * The test of the packages that `npm start` installs. It installs no development dependencies, so the code
 * that runs after it must not import one.
 */

interface LockedPackage {
  dev?: boolean
  devOptional?: boolean
}
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { packages }: { packages: Record<string, LockedPackage> } = read('package-lock.json')
const collectPackages = (entry: string) => collectRuntimeImports(entry).packages

describe('an installation without development dependencies', () => {
  for (const entry of ['src/app/main.ts', ...runtimeOnlyScripts])
    it(`has all packages of ${entry}`, () => {
      const missing = [...collectPackages(entry)].filter(([name]) => {
        const locked = packages[`node_modules/${name}`]
        return locked === undefined || locked.dev === true || locked.devOptional === true
      })
      assert.deepEqual(missing, [])
    })

  it('has only packages of the service that are in its dependencies', () => {
    const { dependencies } = read('package.json')
    const unexpected = [...collectPackages('src/app/main.ts')].filter(
      ([name]) => !(name in dependencies),
    )
    assert.deepEqual(unexpected, [])
  })

  it('is verified with all imports: a development package is found', () => {
    assert.ok(collectPackages('src/app/main.ts').has('fastify'))
    assert.ok(collectPackages('scripts/web.ts').has('vite'))
    assert.equal(packages['node_modules/playwright-core']?.dev, true)
  })
})
