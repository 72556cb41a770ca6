import assert from 'node:assert/strict'
import { it } from 'node:test'
import * as catalogue from '#catalogue'
import { sameOriginPath } from './image.ts'

const origin = 'https://gifts.example.com'

// biome-ignore format: read down the columns
const urls: [url: string, path: string | undefined][] = [
  ['/pictures/a.webp',                               '/pictures/a.webp'],
  [`${origin}/pictures/a.webp`,                      '/pictures/a.webp'],
  [`${origin}//evil.example/x`,                      undefined],
  [`${origin}/\\evil.example/x`,                     undefined],
  ['//evil.example/x',                               undefined],
  ['/\\evil.example/x',                              undefined],
  ['https://evil.example/x',                         undefined],
  ['https://gifts.example.com.evil.example/x',       undefined],
]

for (const [url, path] of urls)
  it(`treats ${url} as ${path === undefined ? 'another origin' : 'the same origin'}`, () => {
    assert.equal(sameOriginPath(url, origin), path)
  })

it('saves an image of another origin as an absolute URL, not as a path to another host', () => {
  assert.equal(catalogue.toRelativeUrl(`${origin}/a.webp`, origin), '/a.webp')
  for (const url of [`${origin}//evil.example/x`, `${origin}/\\evil.example/x`])
    assert.equal(catalogue.toRelativeUrl(url, origin), url)
})
