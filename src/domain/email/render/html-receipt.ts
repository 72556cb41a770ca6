import type { CSSProperties, ReactNode } from 'react'
import { createElement as h } from 'react'
import type { EmailContent, EmailFact } from '../templates/email-content.ts'
import type { Components } from './components.ts'
import { type BrandColors, textStyle } from './email-styles.ts'

/*
 * The receipt in the banner: what the gift is, and when and with which carrier it comes. A reader sees it before
 * the text, as on a receipt.
 */

/** The side of a picture, in pixels. */
const pictureSize = 64

/** Renders the receipt in the colours of the banner. A picture is a link to the gift, like the button. */
export function renderReceipt(
  { Text, Img }: Components,
  { receipt, button }: EmailContent,
  colors: BrandColors,
): ReactNode {
  if (receipt === undefined) return null
  const style = { ...textStyle, margin: 0, color: colors.onBanner }
  const renderPicture = (src: string) =>
    h(
      'a',
      { href: button.url, style: { textDecoration: 'none' } },
      // Without an alternative text, because the text beside the picture names the item.
      h(Img, { src, alt: '', width: pictureSize, height: pictureSize, style: pictureStyle }),
    )
  const rows = receipt.items.map(({ text, image_url }, key) => {
    const name = h(Text, { style: { ...style, fontWeight: 600, lineHeight: '24px' } }, text)
    const cells =
      image_url === undefined
        ? [h('td', { key: 'text', colSpan: 2, style: { paddingTop: '8px' } }, name)]
        : [
            h('td', { key: 'picture', style: pictureCellStyle }, renderPicture(image_url)),
            h('td', { key: 'text', style: { paddingTop: '12px', verticalAlign: 'middle' } }, name),
          ]
    return h('tr', { key }, ...cells)
  })
  return [
    receipt.title !== undefined &&
      h(
        Text,
        { key: 'title', style: { ...style, ...labelStyle, marginTop: '20px' } },
        receipt.title,
      ),
    rows.length > 0 && renderTable('items', rows),
    ...receipt.facts.map((fact, key) => renderFact(fact, key, { style, Text })),
  ]
}

/** Renders a label above its fact, so that long words fit on a phone in every language. */
const renderFact = (
  { label, text, url }: EmailFact,
  key: number,
  { style, Text }: { style: CSSProperties; Text: Components['Text'] },
) =>
  h(
    Text,
    { key, style: { ...style, marginTop: '14px', lineHeight: '22px' } },
    h('span', { style: labelStyle }, label),
    h('br'),
    url === undefined
      ? h('strong', { style: { fontWeight: 600 } }, text)
      : h('a', { href: url, style: { color: style.color, fontWeight: 600 } }, text),
  )

const renderTable = (key: string, rows: ReactNode[]) =>
  h(
    'table',
    { key, role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, width: '100%' },
    h('tbody', null, ...rows),
  )

const labelStyle: CSSProperties = { fontSize: '13px', lineHeight: '20px' }

const pictureCellStyle: CSSProperties = { width: pictureSize + 16, paddingTop: '12px' }

const pictureStyle: CSSProperties = {
  display: 'block',
  borderRadius: '12px',
  objectFit: 'cover',
}
