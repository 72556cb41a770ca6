import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type Version, versions } from '#contract'
import { renderSamples } from './samples.ts'

const folder = join(import.meta.dirname, '../../test/golden')
const samples = renderSamples(versions)

describe('the golden files', () => {
  for (const [path, text] of samples) {
    it(`match the rendered bytes of ${path}`, () => {
      assert.equal(text, readFileSync(join(folder, path), 'utf8'))
      assert.doesNotThrow(() => JSON.parse(text))
    })
  }

  it('cover the same resources in every version', () => {
    const sampleNames = (name: string) =>
      [...samples.keys()].flatMap((path) => (path.startsWith(`${name}/`) ? path.slice(7) : []))
    assert.deepEqual(sampleNames('2025-10'), sampleNames('2026-05'))
    const thirdVersion: Version = { ...versions['2026-05'], renderError: () => '{}' }
    const more = renderSamples({ ...versions, '2026-12': thirdVersion })
    assert.equal(more.size, (samples.size / 2) * 3)
  })

  it('change with any change of a version', () => {
    const changed: Version = {
      ...versions['2026-05'],
      renderGiftRequest: (gift) =>
        versions['2026-05'].renderGiftRequest(gift).replace('","status"', '", "status"'),
    }
    const path = '2026-05/gift-request-choice.json'
    assert.notEqual(renderSamples({ '2026-05': changed }).get(path), samples.get(path))
  })
})

const readSample = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))

describe('the two versions', () => {
  for (const variant of [
    'choice',
    'direct-send',
    'redeemed',
    'placeholder',
    'without-email',
    'ad-hoc',
  ]) {
    it(`have the same content of a gift request: ${variant}`, () => {
      const flat = readSample(`2026-05/gift-request-${variant}.json`)
      const { data, included } = readSample(`2025-10/gift-request-${variant}.json`)
      const { state, ...attributes } = data.attributes
      assert.deepEqual([data.id, state], [flat.id, flat.status])
      for (const [name, value] of Object.entries(attributes)) assert.deepEqual(value, flat[name])
      for (const name of ['campaign', 'recipient', 'sender']) {
        const link = data.relationships[name].data
        const resource = included.find(
          ({ type, id }: { type: string; id: string }) => type === link?.type && id === link?.id,
        )
        const expanded = resource === undefined ? null : { id: resource.id, ...resource.attributes }
        assert.deepEqual(expanded, flat[name])
      }
    })
  }

  it('omit the address that a recipient entered', () => {
    for (const name of Object.keys(versions)) {
      const text = readFileSync(join(folder, `${name}/gift-request-redeemed.json`), 'utf8')
      assert.doesNotMatch(text, /Linden/)
    }
  })
})
