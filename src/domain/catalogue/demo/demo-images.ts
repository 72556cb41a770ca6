/**
 * The pictures of the demo catalogue, rendered on request. A deployment serves them at
 * `{origin}/images/{file}`: `mug-sage.thumbnail.svg`, `mug-sage.large.svg`, `mug-sage.large_wide.svg`.
 */

import { demoProducts } from './demo-products.ts'
import { type Crop, cropNames, svg } from './pictures/frame.ts'
import { logo } from './pictures/logo.ts'
import { sceneOf } from './scenes.ts'

/** The API's image: URLs of three crops of one picture; `url` is the large crop. */
export interface DemoImage {
  name: string
  url: string
  urls: { thumbnail: string; large: string; large_wide: string }
}

export const demoLogoFile = 'larkfield-logo.svg'

/** Renders a picture of 200 × 200, 1000 × 1000 or 1600 × 900 pixels; undefined for an unknown SKU. */
export function renderDemoImage(sku: string, crop: Crop): string | undefined {
  const scene = sceneOf(sku)
  const variant = demoProducts.flatMap(({ variants }) => variants).find((one) => one.sku === sku)
  return scene !== undefined && variant !== undefined ? svg(variant.name, scene, crop) : undefined
}

/** Returns the `images` of a variant for a deployment at `origin`, which has no trailing slash. */
export function demoImages(origin: string, sku: string): DemoImage[] {
  if (sceneOf(sku) === undefined) return []
  const name = sku.toLowerCase()
  const urlFor = (crop: Crop) => `${origin}/images/${name}.${crop}.svg`
  const urls = {
    thumbnail: urlFor('thumbnail'),
    large: urlFor('large'),
    large_wide: urlFor('large_wide'),
  }
  return [{ name, url: urls.large, urls }]
}

/** Returns the SVG for a file name of `/images/`; undefined for an unknown name. */
export function findDemoImage(fileName: string): string | undefined {
  if (fileName === demoLogoFile) return logo()
  const [, name, crop] = /^([a-z0-9-]+)\.([a-z_]+)\.svg$/.exec(fileName) ?? []
  const knownCrop = cropNames.find((one) => one === crop)
  return name !== undefined && knownCrop !== undefined
    ? renderDemoImage(name.toUpperCase(), knownCrop)
    : undefined
}
