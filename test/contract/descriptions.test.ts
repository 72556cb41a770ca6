import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { root } from '#scripts/steps'

/** A pattern for phrases that have a standard term: emit, cancel, validate, transition, advance the clock. */
const odd =
  /\b(tells?|looked? at|found right|keeps? quiet|at leisure|you saw|goes on|go on|let time|plays?|moment|what answers|cut down|calls? .{0,20}\boff|makes? (?:a|the|its) (?:new|signing))\b/i

function* textsIn(node: unknown, path = ''): Generator<[path: string, text: string]> {
  if (typeof node !== 'object' || node === null) return
  for (const [name, value] of Object.entries(node)) {
    if (name === 'example' || name === 'examples' || name === 'code') continue
    if ((name === 'description' || name === 'summary') && typeof value === 'string')
      yield [`${path}/${name}`, value]
    else yield* textsIn(value, `${path}/${name}`)
  }
}

for (const version of ['2026-05', '2025-10'])
  it(`the document of ${version} describes the API in standard terms`, () => {
    const document = JSON.parse(readFileSync(join(root, `openapi/${version}.json`), 'utf8'))
    const texts = [...textsIn(document)]
    assert.ok(texts.length > 100)
    assert.deepEqual(
      texts.filter(([, text]) => odd.test(text)),
      [],
    )
  })
