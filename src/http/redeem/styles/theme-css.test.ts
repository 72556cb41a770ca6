import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { contrast } from '#platform/lib/color-contrast'
import { themeStyle } from './theme-css.ts'

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

const values = (style: string, name: string) =>
  [...style.matchAll(new RegExp(`--${name}:(#[0-9a-f]{6})`, 'g'))].map(([, value = '']) => value)

it('has sufficient contrast for every brand colour, in light and dark mode, on every background', () => {
  fc.assert(
    fc.property(color, (brand) => {
      const style = themeStyle(brand)
      const backgroundsByScheme = [
        ['#fbf7f1', '#fffdfa'],
        ['#17131a', '#211b26'],
      ]
      const [themes, ons, tints] = ['theme', 'on-theme', 'tint'].map((name) => values(style, name))
      for (const [index, backgrounds] of backgroundsByScheme.entries()) {
        const [theme = '', on = '', tint = ''] = [themes?.[index], ons?.[index], tints?.[index]]
        for (const background of [...backgrounds, tint])
          assert.ok(contrast(theme, background) >= 4.5, `${theme} on ${background} for ${brand}`)
        assert.ok(contrast(on, theme) >= 4.5, `${on} on ${theme} for ${brand}`)
      }
      assert.equal(values(style, 'panel')[0], brand)
      for (const ribbon of ['cream', 'gilt'])
        assert.ok(contrast(values(style, ribbon)[0] ?? '', brand) >= 1.9, `${ribbon} on ${brand}`)
    }),
  )
})

it('uses the ribbon of the campaign where it is visible, and the usual one elsewhere', () => {
  const ribbonOf = (...theme: Parameters<typeof themeStyle>) =>
    values(themeStyle(...theme), 'cream')[0]
  assert.equal(ribbonOf('#2f6b57', 'gold'), '#e7b54a')
  assert.equal(ribbonOf('#2f6b57'), '#fff3df')
  assert.equal(ribbonOf('#b3202c', 'red'), '#fff3df')
  assert.equal(ribbonOf('#fffdf8', 'white'), '#7a2e6d')
})

it('ignores values that are not colours', () => {
  const defaultStyle = themeStyle(undefined)
  for (const bad of ['red', '#fff', '#12345g', '}body{display:none}', '#123456;color:red'])
    assert.equal(themeStyle(bad), defaultStyle)
})
