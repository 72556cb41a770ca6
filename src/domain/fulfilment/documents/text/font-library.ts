import { readFile } from 'node:fs/promises'
import * as fontkit from 'fontkit'
import subsetFont from 'subset-font'
import { createLruCache } from '#platform/lib/lru-cache'
import {
  type FontFamilies,
  type FontSlice,
  type HanOrder,
  listCharacters,
  listFontSlices,
  mayContain,
} from './font-slices.ts'

/** A font file with one weight. */
export interface LoadedFont {
  /** Unique for the slice and the weight. */
  id: string
  /** A TrueType or OpenType font. */
  data: Buffer
  hasGlyph(code: number): boolean
}

export type FontWeight = 'regular' | 'bold'

/** Thermal printers lose the thin strokes of weight 400. */
const weights: Readonly<Record<FontWeight, number>> = { regular: 500, bold: 700 }

/** Finds and caches the fonts of characters. */
export interface FontLibrary {
  /** Returns the fonts that have a glyph for all of these characters, best first; at most one. */
  find(
    codes: readonly number[],
    weight: FontWeight,
    order: HanOrder,
  ): Promise<LoadedFont | undefined>
}

/** A Japanese address needs about ten slices, and a slice has about 60 KB. */
const maxCachedFonts = 300

export function createFontLibrary(families: FontFamilies): FontLibrary {
  const fonts = createLruCache<Promise<LoadedFont>>(maxCachedFonts)
  const slicesByOrder = new Map<HanOrder, readonly FontSlice[]>()
  const listSlices = (order: HanOrder) => {
    const slices = slicesByOrder.get(order) ?? listFontSlices(families, order)
    slicesByOrder.set(order, slices)
    return slices
  }
  const load = (slice: FontSlice, weight: FontWeight) => {
    const id = `${slice.id} ${weight}`
    const font = fonts.get(id) ?? loadFont(id, slice, weights[weight])
    fonts.set(id, font)
    return font
  }
  return {
    async find(codes, weight, order) {
      for (const slice of listSlices(order)) {
        if (!codes.every((code) => mayContain(slice, code))) continue
        const font = await load(slice, weight)
        if (codes.every(font.hasGlyph)) return font
      }
      return undefined
    },
  }
}

async function loadFont(id: string, slice: FontSlice, weight: number): Promise<LoadedFont> {
  const data = await subsetFont(await readFile(slice.path), listCharacters(slice), {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
  })
  const font = fontkit.create(data) as fontkit.Font
  return { id, data, hasGlyph: (code) => font.hasGlyphForCodePoint(code) }
}
