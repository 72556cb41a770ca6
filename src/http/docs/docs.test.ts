import assert from 'node:assert/strict'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { errorCodes, events } from '#contract'
import { operations } from '#contract/operations'
import { settingNames } from '#platform/config/setting-definitions'
import { docs } from './index.ts'
import { renderMarkdown, toAnchor, toMarkdown } from './markdown.ts'
import { readSections } from './sections.ts'

const root = join(import.meta.dirname, '../../..')
const origin = 'https://gifts.example.com'
const guides = readSections().flatMap((section) => section.guides)

async function instance(stage: 'staging' | 'production') {
  const app = fastify()
  await app.register(docs({ origin, stage }))
  after(() => app.close())
  return async (path: string, requestHeaders = {}) => {
    const response = await app.inject({ method: 'GET', url: path, headers: requestHeaders })
    const { statusCode: status, headers, payload: text, rawPayload: bytes } = response
    return { status, headers, text, bytes }
  }
}

const staging = await instance('staging')
const production = await instance('production')
const idsOf = (text: string) =>
  new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id))

describe('routes besides the pages', () => {
  it('show the addresses of this instance in the examples of guides', async () => {
    for (const { name } of guides)
      for (const path of [`/docs/${name}`, `/docs/${name}.md`])
        assert.doesNotMatch((await staging(path)).text, /http:\/\/localhost:3000/, path)
    assert.ok((await staging('/docs/quick-start')).text.includes(`${origin}/docs/sdk.tgz`))
  })

  it('redirect a trailing slash, and return an HTML page with status 404 for an unknown path', async () => {
    const slash = await staging('/docs/')
    assert.deepEqual([slash.status, slash.headers.location], [308, '/docs'])
    const missing = await staging('/docs/no-such-page')
    assert.equal(missing.status, 404)
    assert.match(missing.text, /<nav aria-label="Documentation">/)
    assert.match(String(missing.headers['content-type']), /^text\/html/)
    assert.match(missing.text, /<a href="\/docs">/)
  })

  it('allow search engines to index only the documentation', async () => {
    const { status, text } = await staging('/robots.txt')
    assert.equal(status, 200)
    assert.match(text, /^Allow: \/docs$/m)
    assert.match(text, /^Disallow: \/$/m)
  })
})

describe('the head of each page', () => {
  const paths = ['/docs', '/docs/reference', ...guides.map(({ name }) => `/docs/${name}`)]

  it('has the canonical URL at the origin of the instance', async () => {
    for (const path of paths) {
      const { text } = await production(path)
      assert.ok(text.includes(`<link rel="canonical" href="${origin}${path}">`), path)
    }
  })

  it('has a description of its own, at most 165 characters long', async () => {
    const descriptions = new Map<string, string>()
    for (const path of paths) {
      const { text } = await production(path)
      const [, content = ''] = /<meta name="description" content="([^"]*)">/.exec(text) ?? []
      const description = content.replaceAll(/&#?\w+;/g, '.')
      assert.ok(description.length > 20 && description.length <= 165, `${path}: ${description}`)
      assert.doesNotMatch(description, /`|\]\(|Status:/, path)
      assert.equal(descriptions.get(description), undefined, `${path}: ${description}`)
      descriptions.set(description, path)
    }
  })
})

describe('llms-full.txt', () => {
  it('contains the reference and every guide except the decisions', async () => {
    const { status, headers, text } = await production('/llms-full.txt')
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain/)
    assert.equal((await production('/docs/llms-full.txt')).text, text)
    assert.ok(text.includes((await production('/docs/reference.md')).text))
    for (const { name } of guides) {
      const { text: guide } = await production(`/docs/${name}.md`)
      assert.equal(text.includes(guide), !name.startsWith('decisions/'), name)
    }
  })

  it('is listed in llms.txt and open to search engines', async () => {
    assert.ok((await production('/llms.txt')).text.includes(`${origin}/llms-full.txt`))
    assert.match((await production('/robots.txt')).text, /^Allow: \/llms-full\.txt$/m)
  })
})

describe('the reference', () => {
  it('shows every operation and every error code', async () => {
    const { status, text } = await staging('/docs/reference')
    assert.equal(status, 200)
    for (const { id } of operations) assert.ok(text.includes(`id="${id}"`), id)
    for (const code of Object.keys(errorCodes))
      assert.ok(text.includes(`<code>${code}</code>`), code)
  })

  it('lists every operation and error code in its Markdown version', async () => {
    const { text } = await staging('/docs/reference.md')
    for (const { method, path, summary } of operations)
      assert.ok(text.includes(`### ${summary}\n\n\`${method} /api${path}\``), summary)
    for (const code of Object.keys(errorCodes)) assert.ok(text.includes(`\`${code}\``), code)
    for (const [, sample = ''] of text.matchAll(/```json\n([\s\S]*?)```/g)) JSON.parse(sample)
  })

  it('has no console in production', async () => {
    assert.equal((await staging('/docs/console.js')).status, 200)
    assert.ok((await staging('/docs/reference')).text.includes('<details class="console" hidden>'))
    assert.equal((await production('/docs/console.js')).status, 404)
    const { text, headers } = await production('/docs/reference')
    assert.ok(!/class="console|console\.js|<input|<form/.test(text))
    assert.doesNotMatch(String(headers['content-security-policy']), /connect-src/)
  })

  it('has blocks of samples that a page without scripts shows below each other', async () => {
    const { text } = await production('/docs/reference')
    assert.ok(/<figcaption>curl<.*<figcaption>TypeScript<.*<figcaption>Python</s.test(text))
    assert.ok(!text.includes('role="tab'))
  })

  it('is built from a document with the origin of the instance', async () => {
    const { text } = await production('/docs/openapi.json')
    const { servers, paths } = JSON.parse(text)
    assert.equal(servers[0].url, `${origin}/api`)
    assert.equal(paths['/auth/token'].servers[0].url, origin)
    assert.doesNotMatch(text, /localhost/)
    const older = JSON.parse((await production('/docs/openapi/2025-10.json')).text)
    assert.equal(older.info.version, '2025-10')
  })
})

describe('the search index', () => {
  it('has an entry for each operation, error code, event and setting', async () => {
    const entries = await readIndex()
    const headings = new Set(entries.map(([, , heading]) => heading))
    const names = [
      ...operations.map(({ summary }) => summary),
      ...Object.keys(errorCodes),
      ...Object.keys(events),
      ...settingNames,
    ]
    assert.deepEqual(
      names.filter((name) => !headings.has(name)),
      [],
    )
  })

  it('has an entry for each guide, with URLs that exist', async () => {
    const entries = await readIndex()
    const pages = new Set(entries.map(([url]) => url.split('#')[0] ?? ''))
    for (const { name } of guides) assert.ok(pages.has(`/docs/${name}`), name)
    const ids = new Map<string, Set<string>>()
    for (const path of pages) ids.set(path, idsOf((await staging(path)).text))
    const broken = entries
      .map(([url]) => url)
      .filter((url) => {
        const [path = '', anchor] = url.split('#')
        return anchor !== undefined && !ids.get(path)?.has(anchor)
      })
    assert.deepEqual(broken, [])
  })

  it('is found by words of a section that its excerpt does not show', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bestow-search-'))
    after(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'minisearch.mjs'), (await staging('/docs/minisearch.js')).text)
    const { default: Search } = await import(pathToFileURL(join(folder, 'minisearch.mjs')).href)
    const index = new Search({ fields: ['heading', 'words'] })
    const entries = await readIndex()
    index.addAll(entries.map(([, , heading, , words], id) => ({ id, heading, words })))
    const [hit] = index.search('timestamptz drained pgbouncer', { combineWith: 'OR' })
    assert.match(entries[hit.id]?.join(' ') ?? '', /pgbouncer/i)
  })

  it('is smaller than 130 KB together with the package, compressed', async () => {
    const paths = [
      '/docs/search.js',
      '/docs/create-search.js',
      '/docs/minisearch.js',
      '/docs/search-index.js',
    ]
    const texts = await Promise.all(paths.map(async (path) => (await staging(path)).text))
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text).length, 0)
    assert.ok(bytes < 130_000, `${bytes} bytes`)
  })

  async function readIndex(): Promise<[string, string, string, string, string?][]> {
    const { text } = await staging('/docs/search-index.js')
    return JSON.parse(text.replace(/^export default /, ''))
  }
})

describe('a compressed response', () => {
  // biome-ignore format: read down the columns
  const cases: [accepted: string, encoding: string | undefined][] = [
    ['gzip, deflate, br',  'br'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['GZIP',               'gzip'],
    ['identity',           undefined],
    ['',                   undefined],
  ]
  for (const [accepted, encoding] of cases)
    it(`has the encoding ${encoding} for '${accepted}'`, async () => {
      const response = await staging('/docs/webhooks', { 'accept-encoding': accepted })
      assert.equal(response.headers['content-encoding'], encoding)
      assert.equal(response.headers.vary, 'accept-encoding')
      const { text } = await staging('/docs/webhooks')
      assert.equal(decode[encoding ?? 'none']?.(response.bytes).toString(), text)
    })

  const decode: Record<string, (bytes: Buffer) => Buffer> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    none: (bytes: Buffer) => bytes,
  }
})

describe('the guides', () => {
  it('include every file of docs exactly once, apart from those for contributors', () => {
    const exclude = ['docs/contributing/**']
    const files = globSync('docs/**/*.md', { cwd: root, exclude }).sort()
    const shown = guides.map(({ file }) => file)
    assert.deepEqual(
      files.filter((file) => !shown.includes(file)),
      [],
    )
    assert.equal(new Set(guides.map(({ name }) => name)).size, guides.length)
  })

  it('link only to existing pages, headings, images and documents', async () => {
    const pages = ['/docs', '/docs/reference', ...guides.map(({ name }) => `/docs/${name}`)]
    const texts = new Map<string, string>()
    for (const path of pages) {
      const { status, text } = await staging(path)
      assert.equal(status, 200, path)
      texts.set(path, text)
    }
    const found = new Map<string, number>()
    let checked = 0
    for (const [path, text] of texts)
      for (const [, href = ''] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
        if (/^https?:/.test(href)) continue
        const [file = '', heading] = href.split('#')
        const target = file === '' ? path : file
        if (heading !== undefined && heading !== 'content')
          assert.ok(idsOf(texts.get(target) ?? '').has(heading), `${path}: ${href}`)
        if (!texts.has(target) && !found.has(target))
          found.set(target, (await staging(target)).status)
        assert.equal(found.get(target) ?? 200, 200, `${path}: ${href}`)
        checked += 1
      }
    assert.ok(checked > 1000)
  })

  it('have Markdown versions that link to Markdown versions', async () => {
    const { text: list } = await staging('/llms.txt')
    assert.equal((await staging('/docs/llms.txt')).text, list)
    for (const { name } of guides) {
      assert.ok(list.includes(`(${origin}/docs/${name}.md)`), name)
      const { status, headers, text } = await staging(`/docs/${name}.md`)
      assert.equal(status, 200, name)
      assert.match(String(headers['content-type']), /^text\/markdown/)
      assert.doesNotMatch(text, /<!-- begin/)
      for (const [, href = ''] of text
        .replace(/^```[\s\S]*?^```/gm, '')
        .matchAll(/\]\(([^)]+)\)/g)) {
        assert.match(href, /^(https:|http:|#|mailto:)/, `${name}: ${href}`)
        if (!href.startsWith(origin)) continue
        const path = href.slice(origin.length).split('#')[0] ?? ''
        assert.equal((await staging(path)).status, 200, `${name}: ${href}`)
      }
    }
  })

  it('load nothing from other origins, and cannot be framed', async () => {
    for (const path of ['/docs', '/docs/reference', '/docs/webhooks']) {
      const { text, headers } = await staging(path)
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
      assert.doesNotMatch(policy, /http|unsafe|\*/)
      assert.deepEqual(text.match(/src="(?:https?:)?\/\/[^"]*"/g), null)
      assert.doesNotMatch(text, / style="| on\w+="/)
    }
  })
})

describe('Markdown rendered as HTML', () => {
  const links = new Map([['docs/b.md', '/docs/b']])
  const page = (text: string) => renderMarkdown(text, 'docs/a.md', links)

  it('shows a curl command with the samples of its operation in the other languages', async () => {
    const { text } = await staging('/docs/api')
    const [, samples = ''] = text.split('<div class="samples">')
    for (const language of ['curl', 'typescript', 'python'])
      assert.ok(samples.includes(`data-language="${language}"`), language)
    assert.ok(text.includes('src="/docs/samples.js"'))
    assert.ok(!(await staging('/docs/spend')).text.includes('src="/docs/samples.js"'))
    assert.ok(!(await staging('/docs/api.md')).text.includes('<!-- sample'))
  })

  // biome-ignore format: read down the columns
  const cases: [text: string, expected: string | RegExp][] = [
    ['[b](b.md#two)',                 '<a href="/docs/b#two">b</a>'],
    ['[b](../src/b.ts)',              '<p>b</p>'],
    ['[b](https://example.com)',      '<a href="https://example.com">b</a>'],
    ['[b](javascript:alert(1))',      /^(?!.*<a)/],
    ['<b onclick="x">b</b>',          '&lt;b onclick=&quot;x&quot;&gt;'],
    ['<!-- begin x -->',              /^$/],
    ['a<br>b',                        '<p>a<br>b</p>'],
    ['a<br onclick="x">b',            '&lt;br onclick'],
    ['## Two `words`!',               '<h2 id="two-words">Two <code>words</code>! <a class="anchor" href="#two-words"'],
    ['```sh\necho "<&>"\n```',        '<code><span class="hljs-built_in">echo</span> <span class="hljs-string">&quot;&lt;&amp;&gt;&quot;'],
    ['```unknown\n"<&>"\n```',         '<code>&quot;&lt;&amp;&gt;&quot;'],
    ['- [x](#x)\n- [y](#y)',          /^$/],
    ['| | |\n|---|---|\n| a | b |',   /<table><tbody>/],
  ]
  for (const [text, expected] of cases)
    it(`renders ${JSON.stringify(text)}`, () => {
      const { body } = page(text)
      if (typeof expected === 'string') assert.ok(body.text.includes(expected), body.text)
      else assert.match(body.text.trim(), expected)
    })

  it('derives heading anchors as repository hosts do', () => {
    assert.equal(toAnchor('1. Start the service'), '1-start-the-service')
    assert.equal(toAnchor('From 2025-10 to `2026-05`'), 'from-2025-10-to-2026-05')
  })

  it('does not change code in the Markdown version', () => {
    const text = '[b](b.md) [c](c.ts)\n\n```md\n[b](b.md)\n```\n'
    assert.equal(
      toMarkdown(text, 'docs/a.md', links, origin),
      `[b](${origin}/docs/b.md) c\n\n\`\`\`md\n[b](b.md)\n\`\`\`\n`,
    )
  })
})
