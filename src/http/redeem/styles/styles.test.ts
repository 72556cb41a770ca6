import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'

const folder = new URL('.', import.meta.url)
const styles = readdirSync(folder).filter((name) => name.endsWith('.css'))

/** Matches margins, paddings and positions that are not mirrored on a page in a right-to-left language. */
const physicalSides = /(?:margin|padding)(?:-left|-right)?: [^;]+;|[^-\w](?:left|right): [^;]+;/g

function isMirrored(declaration: string): boolean {
  if (/(?:left|right):/.test(declaration)) return false
  const [, right, , left] = declaration.replace(/^.*: |;$/g, '').split(' ')
  return left === undefined || left === right
}

it('the styles have the same distances in right-to-left languages', () => {
  assert.ok(styles.length > 10)
  const wrong = styles.flatMap((name) =>
    [...readFileSync(new URL(name, folder), 'utf8').matchAll(physicalSides)]
      .map(([declaration]) => declaration.trim())
      .filter((declaration) => !isMirrored(declaration))
      .map((declaration) => `${name}: ${declaration}`),
  )
  assert.deepEqual(wrong, [])
})
