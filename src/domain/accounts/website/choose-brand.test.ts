import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseColor, parseColor } from './brand-color.ts'
import { findIcons, sortIcons } from './brand-logos.ts'
import { chooseName } from './brand-name.ts'
import { readManifest } from './manifest.ts'
import { readFacts } from './page-facts.ts'

const base = 'https://www.larkfield.example/en/'

/** Chooses from a page as a suggestion does, without a manifest. */
async function choose(html: string) {
  const facts = await readFacts(html)
  const maskColors = facts.links.filter(({ rel }) => rel.includes('mask-icon'))
  const [logo] = sortIcons(findIcons(facts.links, base))
  return [
    chooseName(facts, new URL(base).hostname),
    chooseColor([...facts.themeColors, ...maskColors.map(({ color }) => color)]),
    logo?.url.replace('https://www.larkfield.example', ''),
  ]
}

const ld = (value: unknown) =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`

/** Heads as shops, page builders, blogs and generators write them. */
const heads: [what: string, html: string, expected: (string | undefined)[]][] = [
  [
    'a shop',
    `<!doctype html><html><head><meta charset="utf-8"><title>Fine tea &ndash; Larkfield</title>
     <meta name="theme-color" content="#1c6e5b"><meta property="og:site_name" content="Larkfield Tea">
     <link rel="shortcut icon" href="//cdn.larkfield.example/files/favicon_32x32.png" type="image/png">
     <link rel="apple-touch-icon" href="/touch.png"></head><body>`,
    ['Larkfield Tea', '#1c6e5b', '/touch.png'],
  ],
  [
    'a blog with icons of several sizes',
    `<title>Larkfield</title><link rel="icon" href="/w-32.png" sizes="32x32"><link rel="icon" href="/w-192.png" sizes="192x192">
     <meta name="msapplication-TileImage" content="/w-270.png">`,
    ['Larkfield', undefined, '/w-192.png'],
  ],
  [
    'a page of a generator with its default colour',
    `<title>Home | Larkfield &amp; Sons</title><link rel="mask-icon" href="/safari.svg" color="#5bbad5">
     <meta name="theme-color" content="#ffffff"><link rel="icon" type="image/png" sizes="16x16" href="f16.png">`,
    ['Larkfield & Sons', undefined, '/en/f16.png'],
  ],
  [
    'colours by scheme',
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#111"><meta name="application-name" content="Larkfield">
     <meta name="theme-color" media="(prefers-color-scheme: light)" content="rgb(122, 36, 89)">`,
    ['Larkfield', '#7a2459', undefined],
  ],
  [
    'an organization in a graph',
    `<title>Welcome</title>${ld({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebPage', name: 'Home page' },
        { '@type': ['Organization', 'Brand'], name: 'Larkfield Ltd' },
      ],
    })}`,
    ['Larkfield Ltd', undefined, undefined],
  ],
  [
    'the name after a dash',
    '<TITLE>\n  Company gifts that arrive - Larkfield\n</TITLE><LINK REL="mask-icon" COLOR="#C2185B" HREF="/m.svg">',
    ['Larkfield', '#c2185b', undefined],
  ],
  [
    'icons that are no pictures',
    '<title>Larkfield: gifts</title><link rel="icon" href="/i.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico">',
    ['Larkfield', undefined, undefined],
  ],
  [
    'a Japanese title',
    '<html lang="ja"><title>ギフト｜ラークフィールド株式会社</title><meta name="theme-color" content="#00695C80">',
    ['ギフト', '#00695c', undefined],
  ],
  [
    'a page of a script, with an icon in the body and a title in a drawing',
    '<head><title>Larkfield</title></head><body><svg><title>Cart</title></svg><link rel="apple-touch-icon" sizes="120x120" href="a.png"><link rel="apple-touch-icon" sizes="180x180" href="b.png">',
    ['Larkfield', undefined, '/en/b.png'],
  ],
  [
    'a name with control characters and markup',
    '<meta property="og:site_name" content="  Lark\u202Efield\n&lt;b&gt;Ltd&#x7;  "><link rel="icon" href="javascript:alert(1).png">',
    ['Larkfield <b>Ltd', undefined, undefined],
  ],
  [
    'a name that is too long, and damaged JSON',
    `<meta property="og:site_name" content="${'x'.repeat(256)}"><script type="application/ld+json">{"@type": </script><title>Larkfield</title>`,
    ['Larkfield', undefined, undefined],
  ],
  ['no head', '<p>hello</p>', [undefined, undefined, undefined]],
]

describe('the brand of a page', () => {
  for (const [what, html, expected] of heads)
    it(`is chosen from ${what}`, async () => assert.deepEqual(await choose(html), expected))

  it('has a colour that is no background, in any notation', () => {
    assert.deepEqual(
      ['#FfF', '#7a2e6d', '#7a2e6dff', 'rgba(1 2 300 / 50%)', 'red', 'url(x)', ''].map(parseColor),
      ['#ffffff', '#7a2e6d', '#7a2e6d', '#0102ff', undefined, undefined, undefined],
    )
    assert.equal(chooseColor(['#fff', '#222222', '#1c6e5b']), '#1c6e5b')
    assert.equal(chooseColor(['#fff', '#222222']), '#222222')
    assert.equal(chooseColor(['#fdfdfd', 'nonsense']), undefined)
  })

  it('has the icons of a manifest, without silhouettes', () => {
    const manifest = {
      theme_color: '#1c6e5b',
      icons: [
        { src: 'any-512.png', sizes: '512x512', type: 'image/png' },
        { src: 'mask.png', sizes: '1024x1024', purpose: 'maskable' },
        { src: 'huge.png', sizes: '9000x9000' },
        { src: 'i.svg', sizes: 'any', type: 'image/svg+xml' },
        ...[null, 7, { src: 5 }, { src: 'http://[' }],
      ],
    }
    const { colors, icons } = readManifest(JSON.stringify(manifest), `${base}app/m.json`)
    assert.deepEqual(colors, ['#1c6e5b'])
    assert.deepEqual(icons, [{ url: `${base}app/any-512.png`, edge: 512, isTouchIcon: false }])
    for (const text of ['', '[]', 'null', '"x"', '{"icons": {}}'])
      assert.deepEqual(readManifest(text, base), { colors: [], icons: [] }, text)
  })
})

const million = 1_000_000
const fill = (text: string) => text.repeat(Math.floor(million / text.length))

describe('a hostile page', () => {
  const pages: Record<string, string> = {
    'of <': fill('<'),
    'of nested elements': fill('<div>'),
    'of elements that end others': fill('<a>').slice(0, million / 2) + fill('</b>'),
    'of nested drawings': fill('<svg><p>'),
    'of attributes': `<a ${Array.from({ length: 100_000 }, (_, index) => `a${index}=b`).join(' ')}>`,
    'of character references': `<title>${fill('&amp')}`,
    'of half an end of JSON': `<script type="application/ld+json">${fill('</scrip')}`,
    'of JSON': fill(`<script type="application/ld+json">${'['.repeat(900)}</script>`),
    'of icons': fill('<link rel="icon" href="a.png" sizes="1x1">'),
    'of one size': `<link rel="icon" href="a.png" sizes="${fill('1x1 ')}">`,
    'of dashes': `<title>${fill(' - ')}`,
  }
  for (const [what, html] of Object.entries(pages))
    it(`${what} costs little processor time`, async () => {
      await choose('<title>warm</title>')
      const before = process.cpuUsage()
      await choose(html)
      const { user, system } = process.cpuUsage(before)
      assert.ok((user + system) / 1_000 < maxMs, `${(user + system) / 1_000} ms`)
    })
})

/** Several times what the slowest of them takes, for busy machines; a stack without a bound takes half a minute. */
const maxMs = 3_000
