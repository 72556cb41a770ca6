import type { ReactElement, ReactNode } from 'react'
import { createElement as h } from 'react'
import type { TextDirection } from '#platform/lib/languages'
import type { EmailContent, EmailListItem } from '../templates/email-content.ts'
import type { Components } from './components.ts'
import {
  type BrandColors,
  borderColor,
  card,
  fontFamily,
  mutedText,
  smallTextStyle,
  textStyle,
} from './email-styles.ts'

/** Renders the card below the banner: the text, the button, and the notes under the button. */
export function renderBody(
  { Row, Column, Text, Button, Img }: Components,
  content: EmailContent,
  colors: BrandColors,
  direction: TextDirection,
) {
  const { greeting, message, list, link, button, photo } = content
  return h(Row, {
    className: 'card',
    style: {
      backgroundColor: card.light,
      borderRadius: '0 0 16px 16px',
      border: `1px solid ${borderColor.light}`,
      borderTop: 0,
    },
    children: h(
      Column,
      { className: 'inner', style: { padding: '34px 36px 30px' } },
      greeting && h(Text, { className: 'ink', style: textStyle }, greeting),
      message?.isQuote === false && renderParagraphs(message.text, Text),
      ...content.paragraphs.map((each, key) =>
        h(Text, { key, className: 'ink', style: textStyle }, each),
      ),
      message?.isQuote && [
        message.lead && h(Text, { key: 'lead', className: 'ink', style: textStyle }, message.lead),
        renderQuote(message.text, colors, direction, Text),
      ],
      photo && renderSenderPhoto(photo, Img),
      list && renderList(list, colors, Text),
      renderButton(button, colors, Button),
      content.fallback &&
        h(
          Text,
          { className: 'soft', style: smallTextStyle },
          content.fallback,
          h('br'),
          renderSoftLink(button.url, button.url),
        ),
      ...content.notes.map((each, key) =>
        h(Text, { key, className: 'soft', style: smallTextStyle }, each),
      ),
      link &&
        h(Text, { className: 'soft', style: smallTextStyle }, renderSoftLink(link.url, link.label)),
      renderWaysOut(content, Text),
    ),
  })
}

/** Renders the two links with which a recipient declines the gift or stops its reminders. */
const renderWaysOut = ({ decline, unsubscribe }: EmailContent, Text: Components['Text']) => [
  decline &&
    h(
      Text,
      { key: 'decline', className: 'soft', style: smallTextStyle },
      renderSoftLink(decline.url, decline.label),
      h('br'),
      decline.hint,
    ),
  unsubscribe &&
    h(
      Text,
      { key: 'unsubscribe', className: 'soft', style: { ...smallTextStyle, margin: 0 } },
      renderSoftLink(unsubscribe.url, unsubscribe.label),
    ),
]

const renderSenderPhoto = (
  { url, alt }: NonNullable<EmailContent['photo']>,
  Img: Components['Img'],
) =>
  h(Img, {
    src: url,
    alt,
    width: 484,
    className: 'ink',
    style: {
      ...textStyle,
      display: 'block',
      width: '100%',
      maxWidth: '484px',
      height: 'auto',
      margin: '4px 0 20px',
      borderRadius: '12px',
    },
  })

const renderSoftLink = (url: string, label: string) =>
  h('a', { href: url, className: 'soft', style: { color: mutedText.light } }, label)

const renderButton = (
  { url, label }: EmailContent['button'],
  colors: BrandColors,
  Button: Components['Button'],
) =>
  h(
    'div',
    { style: { margin: '26px 0 22px' } },
    h(
      Button,
      {
        href: url,
        className: 'wide',
        style: {
          backgroundColor: colors.banner,
          border: `2px solid ${colors.buttonBorder}`,
          color: colors.onBanner,
          fontFamily,
          fontSize: '17px',
          fontWeight: 600,
          lineHeight: '24px',
          padding: '12px 28px',
          borderRadius: '999px',
          textDecoration: 'none',
        },
      },
      label,
    ),
  )

/**
 * Renders a text that a user has written. Blank lines separate paragraphs. The characters of a paragraph
 * decide its direction.
 */
const renderParagraphs = (message: string, Text: Components['Text']): ReactElement[] =>
  message
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((part, key) =>
      h(Text, { key, className: 'ink', dir: 'auto', style: textStyle }, ...withLineBreaks(part)),
    )

const withLineBreaks = (part: string): ReactNode[] =>
  part
    .split('\n')
    .flatMap((textLine, index) => (index === 0 ? [textLine] : [h('br', { key: index }), textLine]))

const renderQuote = (
  message: string,
  colors: BrandColors,
  direction: TextDirection,
  Text: Components['Text'],
) =>
  h(
    'blockquote',
    {
      key: 'quote',
      className: 'quote',
      style: {
        margin: '0 0 18px',
        padding: '2px 18px',
        [direction === 'rtl' ? 'borderRight' : 'borderLeft']: `4px solid ${colors.light}`,
      },
    },
    ...message
      .replace(/\r\n?/g, '\n')
      .split(/\n{2,}/)
      .map((part, key) =>
        h(
          Text,
          { key, className: 'ink', dir: 'auto', style: { ...textStyle, margin: '0 0 10px' } },
          ...withLineBreaks(part),
        ),
      ),
  )

const renderList = (
  list: NonNullable<EmailContent['list']>,
  colors: BrandColors,
  Text: Components['Text'],
) =>
  h(
    'div',
    {
      className: 'rule',
      style: {
        margin: '22px 0',
        padding: '16px 0 4px',
        borderTop: `1px solid ${borderColor.light}`,
        borderBottom: `1px solid ${borderColor.light}`,
      },
    },
    list.title &&
      h(
        Text,
        {
          className: 'soft',
          style: { ...smallTextStyle, fontWeight: 600, letterSpacing: '.02em' },
        },
        list.title,
      ),
    ...list.items.map((item, key) =>
      h(
        Text,
        {
          key,
          className: 'ink',
          style: {
            ...textStyle,
            margin: item.title === undefined ? '0 0 10px' : '0 0 18px',
            overflowWrap: 'anywhere',
          },
        },
        ...renderListItem(item, colors),
      ),
    ),
  )

/** Renders an item of a list. The text is the link, unless the item has an action. */
function renderListItem(
  { title, text, action, url }: EmailListItem,
  colors: BrandColors,
): ReactNode[] {
  const link = (label: string) =>
    h('a', { href: url, className: 'tint', style: { color: colors.light } }, label)
  return [
    ...(title === undefined ? [] : [h('strong', { key: 'title' }, title), h('br', { key: 'b1' })]),
    url === undefined || action !== undefined ? text : link(text),
    ...(url === undefined || action === undefined ? [] : [h('br', { key: 'b2' }), link(action)]),
  ]
}
