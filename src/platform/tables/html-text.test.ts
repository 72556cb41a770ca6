import assert from 'node:assert/strict'
import { it } from 'node:test'
import { toPlainText } from './html-text.ts'

it('makes text of the HTML of a shop, and leaves other texts as they are', () => {
  // biome-ignore format: one text a line
  const texts: readonly (readonly [string, string])[] = [
    ['<p>Good &amp; cheap</p>', 'Good & cheap'],
    ['<p>One</p>\n<ul><li>a</li><li>b</li></ul>', 'One\n• a\n• b'],
    ['Tee&nbsp;<b>fein</b><br/>Dose&#8230;', 'Tee fein\nDose…'],
    ['<p>&Ccedil;a co&ucirc;te 5&nbsp;&euro; &mdash; &#x1F381; &copy; &unknown; &#0;</p>', 'Ça coûte 5 € — 🎁 © &unknown; \ufffd'],
    ['<style>p{}</style><p>x</p>', 'x'],
    ['I <3 tea & <Ada>', 'I <3 tea & <Ada>'],
    ['Salt &amp; pepper', 'Salt &amp; pepper'],
    ['plain\n\ntext', 'plain\n\ntext'],
  ]
  for (const [html, text] of texts) assert.equal(toPlainText(html), text)
})
