import type { EmailContent, EmailReceipt } from '../templates/email-content.ts'

/** Renders the plain-text version of an email. User-written text is included unchanged. */
export function renderText(content: EmailContent): string {
  const { greeting, message, list, receipt, link, decline, unsubscribe, photo } = content
  return [
    ...(greeting === undefined ? [] : [greeting]),
    ...(message === undefined || message.isQuote ? [] : [message.text]),
    ...content.paragraphs,
    ...(message?.isQuote
      ? [...(message.lead === undefined ? [] : [message.lead]), message.text]
      : []),
    ...(photo === undefined ? [] : [`${photo.alt}:\n${photo.url}`]),
    ...(receipt === undefined ? [] : [renderReceipt(receipt)]),
    ...(list === undefined ? [] : [renderList(list)]),
    `${content.button.label}:\n${content.button.url}`,
    ...content.notes,
    ...(link === undefined ? [] : [`${link.label}: ${link.url}`]),
    ...(decline === undefined ? [] : [`${decline.label}: ${decline.url}\n${decline.hint}`]),
    ...(unsubscribe === undefined ? [] : [`${unsubscribe.label}: ${unsubscribe.url}`]),
    `-- \n${content.footer}`,
  ].join('\n\n')
}

const renderList = ({ title, items }: NonNullable<EmailContent['list']>) =>
  [
    ...(title === undefined ? [] : [`${title}:`]),
    ...items.map(({ title, text, action, url }) =>
      [
        `* ${title ?? text}`,
        ...(title === undefined ? [] : [text]),
        ...(url === undefined ? [] : [action === undefined ? url : `${action}: ${url}`]),
      ].join('\n  '),
    ),
  ].join('\n')

const renderReceipt = ({ title, items, facts }: EmailReceipt) =>
  [
    ...(title === undefined ? [] : [`${title}:`]),
    ...items.map(({ text }) => `* ${text}`),
    ...facts.flatMap(({ label, text, url }) => [
      `${label}: ${text}`,
      ...(url === undefined ? [] : [`  ${url}`]),
    ]),
  ].join('\n')
