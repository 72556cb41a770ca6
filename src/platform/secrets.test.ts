import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSealer, readKeyring } from './secrets.ts'
import { keyringIn } from './secrets-file.ts'

const one = 'one:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const two = 'two:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

test('what is sealed opens again, in its own context only', () => {
  const sealer = createSealer(readKeyring(one))
  for (const plain of ['', 'svc-whsec-ü€🎁', 'x'.repeat(10_000)]) {
    const sealed = sealer.seal(plain, 'endpoint 1')
    assert.equal(sealer.open(sealed, 'endpoint 1'), plain)
    assert.throws(() => sealer.open(sealed, 'endpoint 2'))
  }
})

test('the same text never seals to the same bytes', () => {
  const sealer = createSealer(readKeyring(one))
  assert.notDeepEqual(sealer.seal('a', 'c'), sealer.seal('a', 'c'))
})

test('every changed or missing byte is noticed', () => {
  const sealer = createSealer(readKeyring(one))
  const sealed = sealer.seal('secret', 'c')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => sealer.open(changed, 'c'), `byte ${at}`)
    assert.throws(() => sealer.open(sealed.subarray(0, at), 'c'), `length ${at}`)
  }
})

test('a new key in front seals, the old one still opens; without it the key is named', () => {
  const old = createSealer(readKeyring(one)).seal('secret', 'c')
  const both = createSealer(readKeyring(`${two}, ${one}`))
  assert.equal(both.open(old, 'c'), 'secret')
  const only = createSealer(readKeyring(two))
  assert.equal(only.open(both.seal('new', 'c'), 'c'), 'new')
  assert.throws(() => only.open(old, 'c'), /key 'one'/)
})

test('a keyring that is none', () => {
  for (const bad of ['', 'one', 'one:', 'one:AAAA', `${one},${one}`, ':AAAA', `${one},`])
    assert.throws(() => readKeyring(bad), bad)
})

test('the key file is made once, for its owner alone, and a damaged one is not replaced', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const made = keyringIn(join(folder, 'data'))
  const path = join(folder, 'data', 'secret.key')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(keyringIn(join(folder, 'data')), made)
  writeFileSync(path, 'local:half')
  assert.throws(() => keyringIn(join(folder, 'data')), /damaged/)
})
