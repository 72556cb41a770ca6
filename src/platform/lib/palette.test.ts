import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { contrast } from './color-contrast.ts'
import { palette, paletteCss } from './palette.ts'

const texts = ['ink', 'quiet', 'plum', 'good', 'error'] as const

describe('palette', () => {
  for (const scheme of ['light', 'dark'] as const)
    it(`has readable colours in the ${scheme} scheme`, () => {
      const colors = palette[scheme]
      for (const background of ['ground', 'card'] as const) {
        for (const text of texts)
          assert.ok(contrast(colors[text], colors[background]) >= 4.5, `${text} on ${background}`)
        assert.ok(contrast(colors.edge, colors[background]) >= 3, `edge on ${background}`)
      }
      for (const [text, background] of [
        ['plum', 'plum-soft'],
        ['good', 'good-soft'],
        ['error', 'error-soft'],
        ['on-stage', 'stage'],
      ] as const)
        assert.ok(contrast(colors[text], colors[background]) >= 4.5, `${text} on ${background}`)
    })

  it('follows the scheme of the browser', () => {
    const [light = '', dark = ''] = paletteCss.split('@media(prefers-color-scheme:dark)')
    assert.match(light, /--ink:#2a2130/)
    assert.match(dark, /--ink:#f4eef5/)
  })

  it('has the colours of the web app, which cannot import it', () => {
    const source = ['theme.ts', 'global.css']
      .map((name) => join(import.meta.dirname, '../../../packages/web/src', name))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n')
    for (const scheme of ['light', 'dark'] as const)
      for (const name of ['plum', 'error', 'stage', 'on-stage'] as const)
        assert.ok(source.includes(palette[scheme][name]), `${scheme} ${name}`)
  })
})
