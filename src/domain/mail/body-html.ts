import type { ReactElement, ReactNode } from 'react'
import { createElement as h } from 'react'
import { card, font, line, small, soft, type Tint, text } from './look.ts'
import type { Parts } from './parts.ts'

export type Kit = typeof import('@react-email/components')

/** The sheet under the band: what the letter says, its one button, and the small print that belongs to it. */
export function bodyOf({ Row, Column, Text, Button }: Kit, parts: Parts, tint: Tint) {
  const { hello, words, list, decline, button } = parts
  return h(Row, {
    className: 'card',
    style: {
      backgroundColor: card.light,
      borderRadius: '0 0 16px 16px',
      border: `1px solid ${line.light}`,
      borderTop: 0,
    },
    children: h(
      Column,
      { className: 'inner', style: { padding: '34px 36px 30px' } },
      hello && h(Text, { className: 'ink', style: text }, hello),
      words?.isQuote === false && written(words.text, Text),
      ...parts.paragraphs.map((each, key) => h(Text, { key, className: 'ink', style: text }, each)),
      words?.isQuote && [
        words.lead && h(Text, { key: 'lead', className: 'ink', style: text }, words.lead),
        quote(words.text, tint, Text),
      ],
      list && listOf(list, tint, Text),
      h(
        'div',
        { style: { margin: '26px 0 22px' } },
        h(
          Button,
          {
            href: button.url,
            className: 'wide',
            style: {
              backgroundColor: tint.band,
              border: `2px solid ${tint.edge}`,
              color: tint.onBand,
              fontFamily: font,
              fontSize: '17px',
              fontWeight: 600,
              lineHeight: '24px',
              padding: '12px 28px',
              borderRadius: '999px',
              textDecoration: 'none',
            },
          },
          button.label,
        ),
      ),
      parts.fallback &&
        h(
          Text,
          { className: 'soft', style: small },
          parts.fallback,
          h('br'),
          h('a', { href: button.url, className: 'soft', style: { color: soft.light } }, button.url),
        ),
      ...parts.notes.map((each, key) => h(Text, { key, className: 'soft', style: small }, each)),
      decline &&
        h(
          Text,
          { className: 'soft', style: { ...small, margin: 0 } },
          h(
            'a',
            { href: decline.url, className: 'soft', style: { color: soft.light } },
            decline.label,
          ),
          h('br'),
          decline.hint,
        ),
    ),
  })
}

/** Somebody's own words: blank lines part paragraphs, single ones stay. */
const written = (words: string, Text: Kit['Text']): ReactElement[] =>
  words
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((part, key) => h(Text, { key, className: 'ink', style: text }, ...broken(part)))

const broken = (part: string): ReactNode[] =>
  part.split('\n').flatMap((row, at) => (at === 0 ? [row] : [h('br', { key: at }), row]))

const quote = (words: string, tint: Tint, Text: Kit['Text']) =>
  h(
    'blockquote',
    {
      key: 'quote',
      className: 'quote',
      style: {
        margin: '0 0 18px',
        padding: '2px 0 2px 18px',
        borderLeft: `4px solid ${tint.light}`,
      },
    },
    ...words
      .replace(/\r\n?/g, '\n')
      .split(/\n{2,}/)
      .map((part, key) =>
        h(Text, { key, className: 'ink', style: { ...text, margin: '0 0 10px' } }, ...broken(part)),
      ),
  )

const listOf = (list: NonNullable<Parts['list']>, tint: Tint, Text: Kit['Text']) =>
  h(
    'div',
    {
      className: 'rule',
      style: {
        margin: '22px 0',
        padding: '16px 0 4px',
        borderTop: `1px solid ${line.light}`,
        borderBottom: `1px solid ${line.light}`,
      },
    },
    list.title &&
      h(
        Text,
        { className: 'soft', style: { ...small, fontWeight: 600, letterSpacing: '.02em' } },
        list.title,
      ),
    ...list.lines.map(({ text: words, url }, key) =>
      h(
        Text,
        { key, className: 'ink', style: { ...text, margin: '0 0 10px', overflowWrap: 'anywhere' } },
        url === undefined
          ? words
          : h('a', { href: url, className: 'tint', style: { color: tint.light } }, words),
      ),
    ),
  )
