import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { pluck } from '#test/pluck'
import { demoImages, demoLogoFile, findDemoImage, toRasterUrl } from './demo-images.ts'
import { demoProducts } from './demo-products.ts'
import { demoWarehouses, listDemoStock } from './demo-stock.ts'

const variants = demoProducts.flatMap((product) => product.variants)
const closeUps = demoProducts.flatMap((product) => product.closeUps ?? [])
const sizes = { thumbnail: [200, 200], large: [1000, 1000], large_wide: [1600, 900] } as const
const crops = Object.keys(sizes) as (keyof typeof sizes)[]
const toFileName = (sku: string, crop: string) => `${sku.toLowerCase()}.${crop}.svg`

describe('the demo catalogue', () => {
  it('has unique names, and unique SKUs that are valid file names', () => {
    assert.equal(new Set(variants.map(({ sku }) => sku)).size, variants.length)
    assert.equal(new Set(variants.map(({ name }) => name)).size, variants.length)
    for (const { sku } of variants) assert.match(sku, /^[A-Z0-9]+(-[A-Z0-9]+)*$/)
  })

  it('has sixteen products of one to four variants, two digital ones and a charity', () => {
    assert.equal(demoProducts.length, 16)
    assert.equal(demoProducts.filter(({ kind }) => kind === 'digital').length, 2)
    assert.equal(demoProducts.filter(({ kind }) => kind === 'donation').length, 1)
    for (const { name, variants, description } of demoProducts) {
      assert.ok(variants.length >= 1 && variants.length <= 4, name)
      assert.match(description, /^[A-Z0-9].+\.$/, name)
      for (const variant of variants) assert.ok(variant.name.startsWith(name), variant.name)
    }
  })

  it('stocks physical variants in every warehouse, no others, and has one variant sold out', () => {
    const demoStock = listDemoStock({ hasShortages: true })
    const levelsFor = (sku: string) => demoStock.filter((level) => level.sku === sku)
    for (const { kind, variants } of demoProducts) {
      for (const { sku } of variants) {
        assert.equal(levelsFor(sku).length, kind === 'physical' ? demoWarehouses.length : 0, sku)
      }
    }
    assert.ok(demoStock.every(({ sku }) => variants.some((variant) => variant.sku === sku)))
    const soldOut = variants.filter(
      ({ sku }) =>
        levelsFor(sku).length > 0 && levelsFor(sku).every(({ available }) => available === 0),
    )
    assert.deepEqual(pluck(soldOut, 'sku'), ['SPEAKER-CORAL'])
  })
})

describe('the demo pictures', () => {
  it('show every variant in three crops of the documented sizes', async () => {
    for (const { sku, name } of variants) {
      for (const crop of crops) {
        const picture = String((await findDemoImage(toFileName(sku, crop))) ?? '')
        const [width, height] = sizes[crop]
        assert.ok(picture.includes(` width="${width}" height="${height}" `), `${sku} ${crop}`)
        assert.ok(picture.includes(`<title>${name}</title>`), `${sku} ${crop}`)
        assertSafeSvg(picture, `${sku} ${crop}`)
      }
    }
  })

  it('are also small PNG pictures for emails', async () => {
    for (const picture of [
      ...variants.map(({ sku }) => sku.toLowerCase()),
      ...closeUps.map(({ file }) => file),
    ]) {
      const url = `https://gifts.example.com/images/${picture}.thumbnail.svg`
      const raster = toRasterUrl(url)
      assert.equal(raster, url.replace('.svg', '.png'))
      const png =
        (await findDemoImage(raster.slice(raster.lastIndexOf('/') + 1))) ?? Buffer.alloc(0)
      assert.equal(png.toString('latin1', 1, 4), 'PNG', picture)
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [168, 168], picture)
      assert.ok(png.length < 30_000, picture)
    }
    for (const url of ['https://gifts.example.com/images/a1b2.jpg', 'https://x.example/logo.svg'])
      assert.equal(toRasterUrl(url), url)
  })

  it('show the close-ups of products in the same crops', async () => {
    assert.ok(closeUps.length > 0)
    for (const { file, name } of closeUps)
      for (const crop of crops) {
        const picture = String((await findDemoImage(toFileName(file, crop))) ?? '')
        const [width, height] = sizes[crop]
        assert.ok(picture.includes(` width="${width}" height="${height}" `), `${file} ${crop}`)
        assert.ok(picture.includes(`<title>${name}</title>`), `${file} ${crop}`)
        assertSafeSvg(picture, `${file} ${crop}`)
      }
  })

  it('differ between variants in more than the title', async () => {
    const pictures = await Promise.all(
      variants.map(({ sku }) => findDemoImage(toFileName(sku, 'large'))),
    )
    const untitled = pictures.map((picture) => String(picture).replace(/<title>.*<\/title>/, ''))
    assert.equal(new Set(untitled).size, variants.length)
  })

  it('are served under the file names of the image URLs', () => {
    for (const { sku } of variants) {
      const [image] = demoImages('https://gifts.example', sku)
      assert.ok(image !== undefined)
      assert.equal(image.url, image.urls.large)
      for (const crop of crops) {
        const file: string = image.urls[crop].replace('https://gifts.example/images/', '')
        assert.equal(file, toFileName(sku, crop))
      }
    }
  })

  it('are all the files of assets/demo', () => {
    const names = [...variants.map(({ sku }) => sku), ...closeUps.map(({ file }) => file)]
    const served = names.flatMap((name) => crops.map((crop) => toFileName(name, crop)))
    const folder = new URL('../../../../assets/demo/', import.meta.url)
    const rasters = served
      .filter((name) => name.includes('.thumbnail.'))
      .map((name) => name.replace('.svg', '.png'))
    assert.deepEqual(readdirSync(folder).sort(), [demoLogoFile, ...served, ...rasters].sort())
  })

  it('include the logo', async () =>
    assertSafeSvg(String(await findDemoImage(demoLogoFile)), 'logo'))

  it('are not served under any other name', async () => {
    const names = [
      '',
      'mug-sage.svg',
      'mug-sage.huge.svg',
      'MUG-SAGE.large.svg',
      'mug-sage.large.svg/..',
      'no-such.large.svg',
      'mug-sage.constructor.svg',
      '../demo/mug-sage.large.svg',
    ]
    for (const name of names) assert.equal(await findDemoImage(name), undefined, name)
  })
})

/** Asserts that the SVG is well-formed, complete, and unable to run scripts or fetch resources. */
function assertSafeSvg(picture: string, label: string): void {
  assert.match(
    picture,
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img" [^>]*><title>[^<]+<\/title>/,
    label,
  )
  assertWellFormed(picture, label)
  const body = picture.replace('http://www.w3.org/2000/svg', '')
  assert.doesNotMatch(
    body,
    /script|href|style|foreignObject|<!|<\?|https?:|data:|\son[a-z]+=/i,
    label,
  )
  assert.doesNotMatch(body, /NaN|undefined|Infinity|\[object/, label)
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  assert.equal(new Set(ids).size, ids.length, label)
  for (const [, id] of body.matchAll(/url\(([^)]*)\)/g)) {
    assert.ok(
      ids.some((one) => `#${one}` === id),
      `${label} ${id}`,
    )
  }
  assert.ok(picture.length < 20_000, `${label} is ${picture.length} long`)
}

/** Asserts that every tag is closed in order, and every attribute is quoted and unique. */
function assertWellFormed(picture: string, label: string): void {
  const open: string[] = []
  const textContent = picture.replace(
    /<(\/?)([A-Za-z]+)((?: [a-z][A-Za-z:-]*="[^"<&]*")*)(\/?)>/g,
    (_, closes, name, attributes, empty) => {
      const names = [...String(attributes).matchAll(/ ([A-Za-z:-]+)=/g)].map(([, key]) => key)
      assert.equal(new Set(names).size, names.length, `${label} <${name}${attributes}>`)
      if (closes === '/') assert.equal(open.pop(), name, label)
      else if (empty === '') open.push(name)
      return ''
    },
  )
  assert.deepEqual(open, [], label)
  assert.doesNotMatch(textContent, /[<>]|&(?!(amp|lt|gt);)/, label)
}
