import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { root } from '#scripts/steps'
import { ensureWebApp } from '#test/web-app-page'
import { hashOfWeb } from './web.js'

const folder = mkdtempSync(join(tmpdir(), 'bestow web '))
after(() => rmSync(folder, { recursive: true }))

describe('the hash of the web app', () => {
  it('does not depend on the spelling of the project path', () => {
    assert.equal(hashOfWeb(`${root}/`), hashOfWeb(root))
  })

  it('is stored by a build, so that a start does not build again', () => {
    ensureWebApp()
    const { hash } = JSON.parse(readFileSync(join(root, 'packages/web/dist/built.json'), 'utf8'))
    assert.equal(hash, hashOfWeb(root))
  })

  it('changes with sources, libraries and build scripts, but not with build output', () => {
    for (const path of ['packages/web/src/a', 'packages/web/dist', 'scripts/web'])
      mkdirSync(join(folder, path), { recursive: true })
    const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
    for (const path of ['packages/web/src/a/b.ts', 'scripts/web/build.ts', 'package-lock.json'])
      write(path, '1')
    const hashes = [hashOfWeb(folder)]
    for (const path of ['packages/web/src/a/b.ts', 'scripts/web/build.ts', 'package-lock.json']) {
      write(path, '2')
      hashes.push(hashOfWeb(folder))
    }
    assert.equal(new Set(hashes).size, 4)
    write('packages/web/dist/built.json', '{}')
    assert.equal(hashOfWeb(folder), hashes.at(-1))
  })

  it('changes with the client libraries and the contract, but not with generated code and bytecode', () => {
    const write = (path: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), '1')
    }
    const hashes = [hashOfWeb(folder)]
    for (const path of ['packages/python/src/bestow/_client.py', 'src/contract/event.ts']) {
      write(path)
      hashes.push(hashOfWeb(folder))
    }
    assert.equal(new Set(hashes).size, 3)
    for (const path of [
      'packages/sdk/src/generated/versions.ts',
      'packages/python/src/bestow/_generated/types.py',
      'packages/python/src/bestow/__pycache__/_client.pyc',
    ]) {
      write(path)
      assert.equal(hashOfWeb(folder), hashes.at(-1), path)
    }
  })
})

describe('the built web app', () => {
  it('has the default file permissions of its builder', () => {
    ensureWebApp()
    const defaultMode = 0o777 & ~process.umask()
    for (const path of ['packages/web/dist', 'packages/web/dist/assets'])
      assert.equal(statSync(join(root, path)).mode & 0o777, defaultMode, path)
  })
})
