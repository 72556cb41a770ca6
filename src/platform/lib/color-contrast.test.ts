import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { contrast, ensureContrast, mixColors, toAccessibleFill } from './color-contrast.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  it('matches the examples of WCAG', () => {
    assert.equal(contrast('#000', '#fff'), 21)
    assert.equal(contrast('#777777', '#777777'), 1)
    assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
    assert.throws(() => contrast('red', '#fff'), /not a colour/)
  })
})

describe('mix', () => {
  it('interpolates between two colours', () => {
    assert.equal(mixColors('#000000', '#ffffff', 0), '#ffffff')
    assert.equal(mixColors('#000', '#fff', 1), '#000000')
    assert.equal(mixColors('#ff0000', '#000000', 0.5), '#800000')
  })
})

describe('a fill', () => {
  it('preserves light brand colours, with dark text on them', () => {
    assert.deepEqual(toAccessibleFill('#ffd600'), { color: '#ffd600', on: '#1a141d' })
    assert.deepEqual(toAccessibleFill('#2f6b57'), { color: '#2f6b57', on: '#ffffff' })
  })

  it('has readable text for every colour', () => {
    fc.assert(
      fc.property(color, (wanted) => {
        const { color: fill, on } = toAccessibleFill(wanted)
        assert.ok(contrast(on, fill) >= 4.5, `${on} on ${fill}`)
      }),
    )
  })
})

describe('ensureContrast', () => {
  it('does not change a readable colour', () => {
    assert.deepEqual(ensureContrast('#2f6b57', '#ffffff'), { color: '#2f6b57', on: '#ffffff' })
  })

  it('makes every colour readable on every page background, with readable text on it', () => {
    for (const background of ['#ffffff', '#fbf7f1', '#000000', '#17131a', '#221c26'])
      fc.assert(
        fc.property(color, (wanted) => {
          const accessible = ensureContrast(wanted, background)
          assert.ok(
            contrast(accessible.color, background) >= 4.5,
            `${accessible.color} on ${background}`,
          )
          assert.ok(
            contrast(accessible.on, accessible.color) >= 4.5,
            `${accessible.on} on ${accessible.color}`,
          )
        }),
      )
  })
})
