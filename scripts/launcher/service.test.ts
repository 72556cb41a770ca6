import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, it } from 'node:test'
import { bundleFolder, bundleService, isBundled, serviceBundle, stateOfService } from './service.js'

const root = mkdtempSync(join(tmpdir(), 'bestow-service-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** Writes a file whose time is the same in every version, as in an archive. */
function write(path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  utimesSync(file, 1000, 1000)
}

function writeBundle(): void {
  write(join(bundleFolder, 'bundled.json'), JSON.stringify({ state: stateOfService(root) }))
}

it('uses a bundle of these sources only', () => {
  write('package.json', '{"version":"0.1.0"}')
  write('src/app/main.ts', 'run()')
  assert.equal(isBundled(root), false)
  writeBundle()
  assert.equal(isBundled(root), true)

  for (const [path, text, what] of [
    ['src/app/main.ts', 'run(1)', 'another size'],
    ['src/app/other.ts', '', 'a new file'],
    ['package.json', '{"version":"0.1.1"}', 'another version with the same size and time'],
  ] as const) {
    write(path, text)
    assert.equal(isBundled(root), false, what)
    writeBundle()
  }
  rmSync(join(root, 'src/app/other.ts'))
  assert.equal(isBundled(root), false, 'a file less')
})

it('runs the sources where no bundle can be written', () => {
  assert.equal(bundleService(root, process.execPath), 'src/app/main.ts')
  writeBundle()
  assert.equal(bundleService(root, process.execPath), serviceBundle)
})
