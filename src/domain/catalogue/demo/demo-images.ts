/**
 * The pictures of the demo catalogue: the files in `assets/demo`. A deployment serves them at
 * `{origin}/images/{file}`: `mug-sage.thumbnail.svg`, `mug-sage.large.svg`, `mug-sage.large_wide.svg`, and for emails
 * `mug-sage.thumbnail.png`, which `scripts/demo-thumbnails.ts` renders.
 */

import { readFile } from 'node:fs/promises'
import type { Image } from '#contract'
import { projectPath } from '#platform/lib/project-files'
import { type DemoCloseUp, demoProducts } from './demo-products.ts'

export const demoLogoFile = 'larkfield-logo.svg'

/** Pictures of 200 × 200, 1000 × 1000 and 1600 × 900 pixels. */
const crops = ['thumbnail', 'large', 'large_wide'] as const

const toFileName = (picture: string, crop: (typeof crops)[number]) => `${picture}.${crop}.svg`

function toRasterName(fileName: string): string {
  return fileName.replace(/\.svg$/, '.png')
}

const fileNames: ReadonlySet<string> = new Set([
  demoLogoFile,
  ...demoProducts
    .flatMap(({ variants, closeUps = [] }) => [
      ...variants.map(({ sku }) => sku.toLowerCase()),
      ...closeUps.map(({ file }) => file),
    ])
    .flatMap((picture) => [
      ...crops.map((crop) => toFileName(picture, crop)),
      toRasterName(toFileName(picture, 'thumbnail')),
    ]),
])

/** Returns the `images` of a demo variant for a deployment at `origin`, which has no trailing slash. */
export const demoImages = (origin: string, sku: string): Image[] => [
  toImage(origin, sku.toLowerCase(), sku.toLowerCase()),
]

/** Returns the further pictures of a demo product. */
export const demoCloseUps = (origin: string, closeUps: readonly DemoCloseUp[] = []): Image[] =>
  closeUps.map(({ file, name }) => toImage(origin, file, name))

function toImage(origin: string, picture: string, name: string): Image {
  const urlFor = (crop: (typeof crops)[number]) => `${origin}/images/${toFileName(picture, crop)}`
  const urls = {
    thumbnail: urlFor('thumbnail'),
    large: urlFor('large'),
    large_wide: urlFor('large_wide'),
  }
  return { name, url: urls.large, urls }
}

/** Returns the URL of the same picture as PNG, which email clients display; of another picture the URL itself. */
export function toRasterUrl(url: string): string {
  const raster = toRasterName(url)
  return fileNames.has(raster.slice(raster.lastIndexOf('/') + 1)) ? raster : url
}

/** Returns the content for a file name of `/images/`; undefined for an unknown name. */
export const findDemoImage = async (fileName: string): Promise<Buffer | undefined> =>
  fileNames.has(fileName) ? readFile(projectPath(`assets/demo/${fileName}`)) : undefined
