import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { pngChunk } from '#platform/lib/png-chunk'
import { launchBrowser } from '#test/chromium'
import { drawWrappedGift } from '../src/http/redeem/pages/illustrations.ts'
import { paletteColors, type WrappingColors } from '../src/http/redeem/pages/wrapping-image.ts'

/*
 * Draws the wrapped gift of emails and chat previews for each paper: `node
 * scripts/wrapping-images.ts`. Each colour of the drawing is a weighted sum of the paper, the ribbon,
 * the background and white. The script therefore stores an indexed PNG and the weights of its palette,
 * and the service computes the palette for each campaign.
 */

const folder = 'src/http/redeem/pages/wrapping'
const papers = ['dots', 'plain', 'stripes', 'stars'] as const
const size = { width: 1200, height: 630 }
const maxColors = 128
const preview: WrappingColors = { paper: '#7a2e6d', ribbon: '#fff3df', background: '#ecd9d4' }

const giftCss = readFileSync('src/http/redeem/styles/gift.css', 'utf8')
const dots = [
  [96, 120, 15],
  [210, 300, 9],
  [130, 480, 20],
  [300, 92, 8],
  [330, 540, 11],
  [1100, 108, 18],
  [980, 270, 9],
  [1080, 430, 13],
  [900, 84, 8],
  [884, 556, 16],
  [250, 190, 6],
  [1010, 530, 7],
] as const

const documentOf = (paper: (typeof papers)[number]) => `<style>${giftCss}
body{margin:0;background:var(--back)}main{width:1200px;height:630px;position:relative;overflow:hidden}
.gift{position:absolute;left:50%;top:52px;height:540px;transform:translateX(-50%)}
.decor{position:absolute;inset:0}.decor circle{fill:color-mix(in srgb,var(--panel) 22%,var(--back))}</style>
<main><svg class="decor" viewBox="0 0 1200 630">${dots.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')}</svg>${drawWrappedGift(paper).text}</main>`

/** Renders the drawing. Returns one colour channel, because the colours are grey. */
async function render(page: Page, colors: WrappingColors): Promise<Uint8Array> {
  const properties = {
    '--panel': colors.paper,
    '--cream': colors.ribbon,
    '--back': colors.background,
  }
  await page.evaluate(`for (const [name, value] of Object.entries(${JSON.stringify(properties)}))
    document.documentElement.style.setProperty(name, value)`)
  const png = (await page.screenshot({ clip: { x: 0, y: 0, ...size } })).toString('base64')
  const red = await page.evaluate<string>(`(async () => {
    const response = await fetch('data:image/png;base64,${png}')
    const bitmap = await createImageBitmap(await response.blob())
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context.drawImage(bitmap, 0, 0)
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
    let text = ''
    for (let index = 0; index < data.length; index += 4) text += String.fromCharCode(data[index])
    return btoa(text)
  })()`)
  return Buffer.from(red, 'base64')
}

type Weights = readonly [paper: number, ribbon: number, background: number, white: number]

/**
 * Finds the weights of each pixel. The black drawing gives the weight of white. Setting a colour to white
 * gives the weight of this colour.
 */
async function findWeights(page: Page): Promise<{ weights: Weights[]; indexes: Buffer }> {
  const black = { paper: '#000000', ribbon: '#000000', background: '#000000' }
  const white = await render(page, black)
  const paper = await render(page, { ...black, paper: '#ffffff' })
  const ribbon = await render(page, { ...black, ribbon: '#ffffff' })
  const background = await render(page, { ...black, background: '#ffffff' })
  const counts = new Map<string, number>()
  const levels = 24
  const keys = Array.from(white, (base, index) => {
    const shares = [paper, ribbon, background].map((channel) => (channel[index] ?? 0) - base)
    const key = [...shares, base].map((each) => Math.round((each / 255) * levels)).join()
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return key
  })
  const parse = (key: string) =>
    key.split(',').map((each) => Number(each) / levels) as unknown as Weights
  const common = [...counts].toSorted(([, one], [, other]) => other - one).slice(0, maxColors)
  const weights = common.map(([key]) => parse(key))
  const distance = (one: Weights, other: Weights) =>
    one.reduce((sum, each, index) => sum + (each - (other[index] ?? 0)) ** 2, 0)
  const indexByKey = new Map(
    [...counts.keys()].map((key) => {
      const own = parse(key)
      const distances = weights.map((each) => distance(own, each))
      return [key, distances.indexOf(Math.min(...distances))]
    }),
  )
  return { weights, indexes: Buffer.from(keys.map((key) => indexByKey.get(key) ?? 0)) }
}

function encode(indexes: Buffer, palette: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size.width, 0)
  header.writeUInt32BE(size.height, 4)
  header.set([8, 3, 0, 0, 0], 8) // a picture with 8 bits per pixel and a palette
  const rows = Array.from({ length: size.height }, (_, row) =>
    Buffer.concat([Buffer.from([0]), indexes.subarray(row * size.width, (row + 1) * size.width)]),
  )
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('PLTE', palette),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

mkdirSync(folder, { recursive: true })
const { browser, close } = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: size })
  for (const paper of papers) {
    await page.setContent(documentOf(paper))
    const { weights, indexes } = await findWeights(page)
    const rounded = weights.map((each) => each.map((share) => Math.round(share * 1000) / 1000))
    writeFileSync(join(folder, `${paper}.json`), `${JSON.stringify(rounded)}\n`)
    writeFileSync(join(folder, `${paper}.png`), encode(indexes, paletteColors(weights, preview)))
  }
} finally {
  await close()
}
