import type { ChatAppForm, ChatAppMessage } from '#chat-apps'

/* Block Kit of Slack. Texts that people wrote are never markup: three characters are escaped, or the text is plain. */

const maxText = 3_000
const maxPlain = 75
const maxOptions = 100

/** Escapes a text. Slack replaces three characters in texts; `*` and `_` only format, and a text without `<` links nothing. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Cuts a text to a number of UTF-16 units, without half a character at the end. */
const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`

const plain = (text: string, max: number) => ({
  type: 'plain_text',
  text: cut(text.trim() === '' ? '–' : text, max),
  emoji: false,
})

/** Builds a section whose text shows as it is: Slack reads no markup in plain text. */
const section = (text: string) => ({ type: 'section', text: plain(text, maxText) })

export const renderMessage = ({ title, lines, quote, link, buttons }: ChatAppMessage) => ({
  // The text of notifications, in which Slack reads markup.
  text: cut(escapeText(title), maxText),
  unfurl_links: false,
  unfurl_media: false,
  blocks: [
    section(title),
    ...(lines.length === 0 ? [] : [section(lines.join('\n'))]),
    ...(quote === undefined ? [] : [renderQuote(quote)]),
    ...(buttons.length === 0 && link === undefined
      ? []
      : [{ type: 'actions', elements: [...buttons.map(renderButton), ...renderLink(link)] }]),
  ],
})

/** Renders a quotation of rich text, whose elements are plain texts. */
const renderQuote = (text: string) => ({
  type: 'rich_text',
  elements: [
    { type: 'rich_text_quote', elements: [{ type: 'text', text: cut(text || '–', maxText) }] },
  ],
})

const renderButton = (
  { action, value, label, isPrimary }: ChatAppMessage['buttons'][number],
  index: number,
) => ({
  type: 'button',
  // Ids must differ within a message.
  action_id: `${action}:${index}`,
  text: plain(label, maxPlain),
  value,
  ...(isPrimary === true && { style: 'primary' }),
})

const renderLink = (link: ChatAppMessage['link']) =>
  link === undefined
    ? []
    : [{ type: 'button', action_id: 'open', text: plain(link.label, maxPlain), url: link.url }]

export const renderForm = ({ action, value, title, submit, fields }: ChatAppForm) => ({
  type: 'modal',
  callback_id: action,
  private_metadata: value,
  title: plain(title, 24),
  submit: plain(submit, 24),
  close: plain('Cancel', 24),
  blocks: fields.map((field) => ({
    type: 'input',
    block_id: field.name,
    optional: field.isOptional === true,
    label: plain(field.label, 2_000),
    element: renderElement(field),
  })),
})

function renderElement({ kind, initial, options = [], maxLength }: ChatAppForm['fields'][number]) {
  const action_id = 'value'
  if (kind === 'person')
    return { type: 'users_select', action_id, ...(initial && { initial_user: initial }) }
  if (kind === 'choice')
    return {
      type: 'static_select',
      action_id,
      options: options
        .slice(0, maxOptions)
        .map(({ value, label }) => ({ text: plain(label, maxPlain), value })),
    }
  const max_length = Math.min(maxLength ?? maxText, maxText)
  return {
    ...{ type: 'plain_text_input', action_id, multiline: kind === 'text', max_length },
    ...(initial && { initial_value: cut(initial, max_length) }),
  }
}
