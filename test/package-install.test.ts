import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { root } from '#scripts/steps'
import { runtimeOnlyScripts } from '../scripts/launcher/run.js'

/* `npm start` installs no development dependencies, so the code that runs after it must not import one. */

interface LockedPackage {
  dev?: boolean
  devOptional?: boolean
}
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { packages }: { packages: Record<string, LockedPackage> } = read('package-lock.json')
const aliases = Object.entries<string>(read('package.json').imports)

/** Resolves an import such as `#module/file` with the imports of package.json. */
function resolveAlias(specifier: string): string {
  for (const [alias, target] of aliases) {
    const [before = '', after] = alias.split('*')
    if (after === undefined ? specifier === alias : specifier.startsWith(before))
      return join(root, target.replace('*', specifier.slice(before.length)))
  }
  throw new Error(`package.json does not name ${specifier}`)
}

/** Returns the imports of a file, without type-only imports. */
function findRuntimeImports(file: string): string[] {
  const text = readFileSync(file, 'utf8').replace(/^(import|export) type [^;]*?from '[^']*'$/gm, '')
  const imports =
    /^(?:import|export)\b[^']*? from '([^']+)'$|^import '([^']+)'$|\bimport\('([^']+)'\)/gm
  return [...text.matchAll(imports)].map(([, ...groups]) => groups.find(Boolean) ?? '')
}

/** Returns all direct and indirect packages of a file, each with the first file that imports the package. */
function collectPackages(entry: string): Map<string, string> {
  const needed = new Map<string, string>()
  const visited = new Set<string>()
  const queue = [join(root, entry)]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (visited.has(file)) continue
    visited.add(file)
    for (const specifier of findRuntimeImports(file)) {
      if (isBuiltin(specifier)) continue
      if (specifier.startsWith('.')) queue.push(join(dirname(file), specifier))
      else if (specifier.startsWith('#')) queue.push(resolveAlias(specifier))
      else {
        const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
        if (!needed.has(name)) needed.set(name, relative(root, file))
      }
    }
  }
  return needed
}

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
