import type { Box } from './paper.ts'

/*
 * Draws the SVG of a card. The drawings are files of this project with a few kinds of shapes, whose colours are
 * classes. So this file reads no other SVG, and nothing of an account.
 */

const artWidth = 320
const artHeight = 200

interface Paint {
  fill?: string
  stroke?: string
}

type Attributes = ReadonlyMap<string, string>

/** Draws a picture over the width of the box, at its bottom. Nothing is drawn outside the box. */
export function drawCardPicture(doc: PDFKit.PDFDocument, svg: string, box: Box): void {
  const paints = readPaints(svg)
  const scale = box.width / artWidth
  doc.save().rect(box.x, box.y, box.width, box.height).clip()
  doc.translate(box.x, box.y + box.height - artHeight * scale).scale(scale)
  for (const [, end, name = '', text = ''] of svg.matchAll(
    /<(\/?)(g|circle|ellipse|rect|path)\b([^>]*)>/g,
  )) {
    if (end === '/') {
      doc.restore()
      continue
    }
    const attributes = readAttributes(text)
    doc.save()
    transform(doc, attributes.get('transform') ?? '')
    if (name === 'g') continue
    addShape(doc, name, attributes)
    paint(doc, attributes, paints)
    doc.restore()
  }
  doc.restore()
}

/** Returns the colour behind the picture. */
export const backgroundOf = (svg: string): string => readPaints(svg).get('b')?.fill ?? '#ffffff'

/** Reads the colours of the classes. Those after `@media` are for dark screens. */
function readPaints(svg: string): ReadonlyMap<string, Paint> {
  const [style = ''] = (/<style>(.*?)<\/style>/s.exec(svg)?.[1] ?? '').split('@media')
  return new Map(
    [...style.matchAll(/\.(\w+)\{(fill|stroke):([^;}]+)/g)].map(
      ([, name = '', property = '', color = '']) => [name, { [property]: color }],
    ),
  )
}

const readAttributes = (text: string): Attributes =>
  new Map(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )

function transform(doc: PDFKit.PDFDocument, text: string): void {
  for (const [, name, values = ''] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [first = 0, second = 0, third = 0] = values.split(/[\s,]+/).map(Number)
    if (name === 'translate') doc.translate(first, second)
    else doc.rotate(first, { origin: [second, third] })
  }
}

function addShape(doc: PDFKit.PDFDocument, name: string, attributes: Attributes): void {
  const read = (key: string) => Number(attributes.get(key) ?? 0)
  if (name === 'circle') doc.circle(read('cx'), read('cy'), read('r'))
  else if (name === 'ellipse') doc.ellipse(read('cx'), read('cy'), read('rx'), read('ry'))
  else if (name === 'path') doc.path(attributes.get('d') ?? '')
  else if (attributes.has('rx'))
    doc.roundedRect(read('x'), read('y'), read('width'), read('height'), read('rx'))
  else doc.rect(read('x'), read('y'), read('width'), read('height'))
}

function paint(
  doc: PDFKit.PDFDocument,
  attributes: Attributes,
  paints: ReadonlyMap<string, Paint>,
): void {
  const classes = (attributes.get('class') ?? '').split(' ').map((name) => paints.get(name))
  const stroke = classes.find((each) => each?.stroke !== undefined)?.stroke
  if (stroke === undefined) doc.fill(classes.find((each) => each?.fill !== undefined)?.fill)
  else
    doc
      .lineWidth(Number(attributes.get('stroke-width') ?? 1))
      .lineCap('round')
      .lineJoin('round')
      .stroke(stroke)
}
