import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCipher, parseKeyring } from './encryption.ts'
import { loadKeyringFile } from './keyring-file.ts'

const keyringOne = 'one:JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='
const keyringTwo = 'two:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

test('a secret can be decrypted only with the context that it was encrypted with', () => {
  const cipher = createCipher(parseKeyring(keyringOne))
  for (const plain of ['', 'svc-whsec-ü€🎁', 'x'.repeat(10_000)]) {
    const encrypted = cipher.encrypt(plain, 'endpoint 1')
    assert.equal(cipher.decrypt(encrypted, 'endpoint 1'), plain)
    assert.throws(() => cipher.decrypt(encrypted, 'endpoint 2'))
  }
})

test('encrypting the same text twice yields different bytes', () => {
  const cipher = createCipher(parseKeyring(keyringOne))
  assert.notDeepEqual(cipher.encrypt('a', 'c'), cipher.encrypt('a', 'c'))
})

test('decryption rejects every changed or missing byte', () => {
  const cipher = createCipher(parseKeyring(keyringOne))
  const encrypted = cipher.encrypt('secret', 'c')
  for (let at = 0; at < encrypted.length; at++) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => cipher.decrypt(changed, 'c'), `byte ${at}`)
    assert.throws(() => cipher.decrypt(encrypted.subarray(0, at), 'c'), `length ${at}`)
  }
})

test('a new first key encrypts, the old key still decrypts, and the error for a missing key names it', () => {
  const old = createCipher(parseKeyring(keyringOne)).encrypt('secret', 'c')
  const both = createCipher(parseKeyring(`${keyringTwo}, ${keyringOne}`))
  assert.equal(both.decrypt(old, 'c'), 'secret')
  const only = createCipher(parseKeyring(keyringTwo))
  assert.equal(only.decrypt(both.encrypt('new', 'c'), 'c'), 'new')
  assert.throws(() => only.decrypt(old, 'c'), /key 'one'/)
})

test('parseKeyring rejects an invalid keyring', () => {
  for (const bad of [
    '',
    'one',
    'one:',
    'one:AAAA',
    `${keyringOne},${keyringOne}`,
    ':AAAA',
    `${keyringOne},`,
  ])
    assert.throws(() => parseKeyring(bad), bad)
})

test('the key file is created once, readable by its owner only, and a damaged file is not replaced', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bestow-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const created = loadKeyringFile(join(folder, 'data'))
  const path = join(folder, 'data', 'secret.key')
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(loadKeyringFile(join(folder, 'data')), created)
  writeFileSync(path, 'local:half')
  assert.throws(() => loadKeyringFile(join(folder, 'data')), /damaged/)
})
