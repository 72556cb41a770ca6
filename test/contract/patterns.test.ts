import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isDomain } from '#contract/formats'
import { root } from '#scripts/steps'
import { createTestApp, giftBody } from '#test/api-harness'
import { runPython, withoutPython } from '#test/python'

const documents = ['2026-05', '2025-10'].map((name) => join(root, `openapi/${name}.json`))

/**
 * The Python program that compiles each pattern as JSON Schema validators for Python do. It
 * prints the patterns that fail.
 */
const program = `
import json, re, sys
def patterns(node):
    if isinstance(node, dict):
        if isinstance(node.get('pattern'), str): yield node['pattern']
        for each in node.values(): yield from patterns(each)
    elif isinstance(node, list):
        for each in node: yield from patterns(each)
for path in sys.argv[1:]:
    for pattern in set(patterns(json.load(open(path)))):
        try: re.compile(pattern)
        except re.error as error: print(path, pattern, error)
`

function* patternsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  if ('pattern' in node && typeof node.pattern === 'string') yield node.pattern
  for (const each of Object.values(node)) yield* patternsIn(each)
}

describe('the patterns of the OpenAPI documents', () => {
  it('compile in JavaScript without the flag u, and with it', () => {
    const patterns = documents.flatMap((path) => [
      ...new Set(patternsIn(JSON.parse(readFileSync(path, 'utf8')))),
    ])
    assert.ok(patterns.length > 10)
    for (const pattern of patterns) {
      assert.ok(!/\\\\[pP]\\{/.test(JSON.stringify(pattern)), pattern)
      new RegExp(pattern)
      new RegExp(pattern, 'u')
    }
  })

  it('compile in Python', { skip: withoutPython }, async () => {
    const { code, output } = await runPython(['-c', program, ...documents])
    assert.deepEqual([code, output], [0, ''])
  })
})

it('reads a text without ink as empty', async () => {
  const testApp = await createTestApp()
  for (const first_name of [
    '\u200b',
    '\u2800\u2800',
    '\u3164',
    '\u00ad \u202e',
    '\ufeff',
    '\u{e0020}',
  ])
    for (const name of [first_name, ` ${first_name}`]) {
      const recipient = { first_name: name, last_name: 'Larkin', email: 'ada@example.com' }
      const { status, json } = await testApp.api.post(
        '/gift_requests',
        giftBody(testApp, { recipient }),
      )
      assert.equal(status, 422, JSON.stringify(name))
      assert.equal(json.errors[0].param, 'recipient.first_name')
    }
  const recipient = { first_name: 'علي\u200cرضا', last_name: 'נ\u05b8', email: 'ada@example.com' }
  const { status } = await testApp.api.post('/gift_requests', giftBody(testApp, { recipient }))
  assert.equal(status, 201)
})

it('accepts domains in any script, and no other text', () => {
  for (const domain of [
    'example.com',
    'डाटा.भारत',
    'ยูเอทดสอบ.ไทย',
    'உதாரணம்.இந்தியா',
    'Bücher.example',
    'xn--bcher-kva.example',
  ])
    assert.ok(isDomain(domain), domain)
  for (const text of [
    'example',
    '1.2.3.4',
    'a b.com',
    'a@b.com',
    '-a.com',
    'a..com',
    `${'x'.repeat(64)}.com`,
    'http://a.com',
    'a.com:80',
    '0x7f.1',
    'ex%61mple.com',
    '.com',
    'a.com/',
  ])
    assert.ok(!isDomain(text), text)
})
