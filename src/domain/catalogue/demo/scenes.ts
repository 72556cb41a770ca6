/** Which scene shows which variant, and in which colours. */
import { bookVoucher } from './pictures/book-voucher.ts'
import { chocolate } from './pictures/chocolate.ts'
import { coffee } from './pictures/coffee.ts'
import { cookingClass } from './pictures/cooking-class.ts'
import type { Scene } from './pictures/frame.ts'
import { hoodie } from './pictures/hoodie.ts'
import { lamp } from './pictures/lamp.ts'
import { mug } from './pictures/mug.ts'
import { notebook } from './pictures/notebook.ts'
import { oil } from './pictures/oil.ts'
import { plant } from './pictures/plant.ts'
import { speaker } from './pictures/speaker.ts'
import { tea } from './pictures/tea.ts'
import { woolThrow } from './pictures/throw.ts'
import { tote } from './pictures/tote.ts'

const violet = '#8f86b8'

// biome-ignore format: read down the columns
const scenes: ReadonlyMap<string, () => Scene> = new Map<string, () => Scene>([
  ['COFFEE-KIT',       () => coffee()],
  ['NOTEBOOK-INK',     () => notebook({ linen: '#35507e', ribbon: '#e08d66' })],
  ['NOTEBOOK-CLAY',    () => notebook({ linen: '#c8694a', ribbon: '#2f5d6b' })],
  ['NOTEBOOK-MOSS',    () => notebook({ linen: '#6f8a56', ribbon: '#c8694a' })],
  ['MUG-SAGE',         () => mug({ glaze: '#93b196' })],
  ['MUG-ROSE',         () => mug({ glaze: '#dc9a90' })],
  ['MUG-INDIGO',       () => mug({ glaze: '#46568f' })],
  ['THROW-OAT',        () => woolThrow({ wool: '#e2cfae', stripe: '#b5794c' })],
  ['THROW-FOREST',     () => woolThrow({ wool: '#3f7460', stripe: '#e6d3a8' })],
  ['OLIVE-TRIO',       () => oil()],
  ['PILEA-TERRACOTTA', () => plant({ pot: '#cf7a56', band: '#e09a78' })],
  ['PILEA-WHITE',      () => plant({ pot: '#f7f1e7', band: '#4d6fa0' })],
  ['TEA-MORNING',      () => tea({ tins: ['#e6a93e', '#6c9a5f', '#d9694f'], marks: ['sun', 'leaf', 'flower'] })],
  ['TEA-EVENING',      () => tea({ tins: ['#8f79b5', '#3f4f85', '#4f8f97'], marks: ['cloud', 'moon', 'star'] })],
  ['SPEAKER-CORAL',    () => speaker({ shell: '#ea7f6a' })],
  ['SPEAKER-LAGOON',   () => speaker({ shell: '#3f97a0' })],
  ['SPEAKER-GRAPHITE', () => speaker({ shell: '#5a5a6e' })],
  ['CHOCOLATE-12',     () => chocolate({ box: '#94304c', ribbon: '#f0c98a', columns: 4, rows: 3 })],
  ['CHOCOLATE-24',     () => chocolate({ box: '#1f6468', ribbon: '#f2b7a6', columns: 6, rows: 4 })],
  ['LAMP-MUSTARD',     () => lamp({ metal: '#dd9f2f' })],
  ['LAMP-PINE',        () => lamp({ metal: '#2f6b57' })],
  ['TOTE-NATURAL',     () => tote({ canvas: '#f6eddb', ink: '#2f6b57' })],
  ['TOTE-NAVY',        () => tote({ canvas: '#34466f', ink: '#f0dcb4' })],
  ['CLASS-PASTA',      () => cookingClass({ dish: 'pasta', colour: '#e39a52' })],
  ['CLASS-PASTRY',     () => cookingClass({ dish: 'pastry', colour: '#d07f92' })],
  ['BOOKS-25',         () => bookVoucher({ value: '$25', books: 3, colour: '#4f8f97' })],
  ['BOOKS-50',         () => bookVoucher({ value: '$50', books: 5, colour: '#d9795d' })],
  ['HOODIE-S',         () => hoodie({ cloth: violet, size: 'S',  scale: 0.84 })],
  ['HOODIE-M',         () => hoodie({ cloth: violet, size: 'M',  scale: 0.92 })],
  ['HOODIE-L',         () => hoodie({ cloth: violet, size: 'L',  scale: 1 })],
  ['HOODIE-XL',        () => hoodie({ cloth: violet, size: 'XL', scale: 1.08 })],
])

export function sceneOf(sku: string): Scene | undefined {
  return scenes.get(sku)?.()
}
