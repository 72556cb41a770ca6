import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { contrast, fillOf, mix, readable } from './contrast.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  it('is what WCAG says it is', () => {
    assert.equal(contrast('#000', '#fff'), 21)
    assert.equal(contrast('#777777', '#777777'), 1)
    assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
    assert.throws(() => contrast('red', '#fff'), /not a colour/)
  })
})

describe('mix', () => {
  it('goes from one colour to the other', () => {
    assert.equal(mix('#000000', '#ffffff', 0), '#ffffff')
    assert.equal(mix('#000', '#fff', 1), '#000000')
    assert.equal(mix('#ff0000', '#000000', 0.5), '#800000')
  })
})

describe('a fill', () => {
  it('keeps light brand colours, with dark text on them', () => {
    assert.deepEqual(fillOf('#ffd600'), { color: '#ffd600', on: '#1a141d' })
    assert.deepEqual(fillOf('#2f6b57'), { color: '#2f6b57', on: '#ffffff' })
  })

  it('has text that can be read on every colour', () => {
    fc.assert(
      fc.property(color, (wanted) => {
        const { color: fill, on } = fillOf(wanted)
        assert.ok(contrast(on, fill) >= 4.5, `${on} on ${fill}`)
      }),
    )
  })
})

describe('readable', () => {
  it('leaves a colour alone that can be read', () => {
    assert.deepEqual(readable('#2f6b57', '#ffffff'), { color: '#2f6b57', on: '#ffffff' })
  })

  it('makes every colour readable on every page of ours, and something readable on it', () => {
    for (const ground of ['#ffffff', '#fbf7f1', '#000000', '#17131a', '#221c26'])
      fc.assert(
        fc.property(color, (wanted) => {
          const made = readable(wanted, ground)
          assert.ok(contrast(made.color, ground) >= 4.5, `${made.color} on ${ground}`)
          assert.ok(contrast(made.on, made.color) >= 4.5, `${made.on} on ${made.color}`)
        }),
      )
  })
})
