/**
 * The pictures of the demo catalogue, drawn when they are asked for. An instance serves them itself,
 * at `{origin}/images/{file}`: `mug-sage.thumbnail.svg`, `mug-sage.large.svg`, `mug-sage.large_wide.svg`.
 */

import { demoProducts } from './demo-products.ts'
import { type Crop, cropNames, svg } from './pictures/frame.ts'
import { logo } from './pictures/logo.ts'
import { sceneOf } from './scenes.ts'

/** The interface's image: addresses of three crops of one picture; `url` is the large one. */
export interface DemoImage {
  name: string
  url: string
  urls: { thumbnail: string; large: string; large_wide: string }
}

export const demoLogoFile = 'larkfield-logo.svg'

/** Square 200, square 1000 or 1600 by 900; undefined for a variant that the demo catalogue lacks. */
export function renderDemoImage(sku: string, crop: Crop): string | undefined {
  const scene = sceneOf(sku)
  const variant = demoProducts.flatMap(({ variants }) => variants).find((one) => one.sku === sku)
  return scene !== undefined && variant !== undefined ? svg(variant.name, scene, crop) : undefined
}

/** What a variant's `images` hold when the instance is reached at `origin`, which has no slash at its end. */
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

/** The SVG behind a file name of `/images/`; undefined when there is none by that name. */
export function findDemoImage(fileName: string): string | undefined {
  if (fileName === demoLogoFile) return logo()
  const [, name, crop] = /^([a-z0-9-]+)\.([a-z_]+)\.svg$/.exec(fileName) ?? []
  const knownCrop = cropNames.find((one) => one === crop)
  return name !== undefined && knownCrop !== undefined
    ? renderDemoImage(name.toUpperCase(), knownCrop)
    : undefined
}
