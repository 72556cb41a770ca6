import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { root } from '#scripts/steps'
import { collectRuntimeImports } from '#test/runtime-imports'
import {
  generatedFolders,
  generatorSources,
  hashOfGenerator,
  isGenerated,
  writeStamp,
} from './generated.js'
import { needsGeneratedCode } from './run.js'

const folder = mkdtempSync(join(tmpdir(), 'bestow generated '))
after(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const generated = `${generatedFolders[0]}/versions.ts`

/** Writes a file as the generator does. */
function generate(text: string): void {
  const sources = hashOfGenerator(folder)
  write(generated, text)
  writeStamp(folder, sources, new Map([[generated, text]]))
}

describe('generated code', () => {
  it('is missing before the first generation', () => {
    write('src/contract/event.ts', '1')
    assert.equal(isGenerated(folder), false)
    generate('a')
    assert.equal(isGenerated(folder), true)
  })

  it('is stale after a change of a source, but not of a test', () => {
    for (const path of [
      'src/contract/event.ts',
      'scripts/sdk/new.ts',
      'packages/sdk/package.json',
    ]) {
      write(path, '2')
      assert.equal(isGenerated(folder), false, path)
      generate('a')
    }
    write('src/contract/event.test.ts', '2')
    assert.equal(isGenerated(folder), true)
  })

  it('is stale after a change or a deletion of a generated file', () => {
    write(generated, 'of another commit')
    assert.equal(isGenerated(folder), false)
    generate('a')
    rmSync(join(folder, generated))
    assert.equal(isGenerated(folder), false)
  })
})

describe('the launcher', () => {
  it('generates the code before each command that imports it', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    )
    const files = Object.values(scripts).flatMap(
      (command) => /scripts\/run\.js (\S+)/.exec(command)?.[1] ?? [],
    )
    const importing = [...new Set(files)].filter((file) =>
      collectRuntimeImports(file).files.some((each) =>
        generatedFolders.some((generatedFolder) => each.startsWith(`${generatedFolder}/`)),
      ),
    )
    assert.ok(importing.includes('src/app/main.ts'), 'the operator CLI has the client library')
    assert.deepEqual(
      importing.filter((file) => !needsGeneratedCode(file)),
      [],
    )
  })
})

describe('the generator', () => {
  it('has all its files among its sources', () => {
    const missing = collectRuntimeImports('scripts/generate.ts').files.filter(
      (file) =>
        !generatorSources.some((source) => file === source || file.startsWith(`${source}/`)),
    )
    assert.deepEqual(
      missing.filter((file) => !file.startsWith('scripts/launcher/')),
      [],
    )
  })

  it('writes folders that git ignores', () => {
    const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n')
    for (const path of generatedFolders) assert.ok(ignored.includes(`${path}/`), path)
  })
})
