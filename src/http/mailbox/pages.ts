import type { EmailDetail, Message } from '#email'
import { html, type SafeHtml } from '#platform/lib/html'
import { css } from './styles.ts'

/** The options that decide how the mailbox displays an email. */
export interface EmailView {
  part: 'html' | 'text' | 'source'
  scheme: 'light' | 'dark'
  width: 'wide' | 'phone'
}

/** Parses the view from the query. Missing values get defaults. */
export const parseView = (query: Record<string, string | undefined>): EmailView => ({
  part: query.part === 'text' || query.part === 'source' ? query.part : 'html',
  scheme: query.scheme === 'dark' ? 'dark' : 'light',
  width: query.width === 'phone' ? 'phone' : 'wide',
})

/** Renders the list of the newest emails of all accounts. */
export function listPage(messages: readonly Message[], isMore: boolean): string {
  const oldest = messages.at(-1)
  return renderLayout(
    'Mailbox',
    html`<p><a href="/">← Web app</a></p>
    <header><h1>Mailbox</h1><p>All emails and text messages of this instance, newest first. Staging only.</p>
      <a class="button" href="/mailbox">Refresh</a></header>
    ${
      messages.length === 0
        ? html`<p class="empty">No emails yet. Send a gift to a recipient with an email address, and the invitation appears here.</p>`
        : html`<ul class="mails">${messages.map(renderRow)}</ul>`
    }
    ${isMore && oldest !== undefined ? html`<p><a class="button" href="/mailbox?before=${oldest.id}">Older</a></p>` : ''}`,
  )
}

const renderRow = (message: Message): SafeHtml => html`<li><a href="/mailbox/${message.id}">
  <span class="to">${renderRecipient(message)}</span>
  <strong>${message.subject ?? 'This message was erased'}</strong>
  <span class="about"><span class="kind">${message.channel === 'sms' ? 'text message, ' : ''}${message.kind.replaceAll('_', ' ')}</span> ${renderState(message)}
  <time datetime="${message.created_at.toISOString()}">${formatTime(message.created_at)}</time></span></a></li>`

/**
 * Renders the recipient of a message. A long email address breaks after the @ or before a dot. The phone number is
 * visible only in the mailbox of staging.
 */
const renderRecipient = ({ channel, to, phone }: Message): SafeHtml[] =>
  ((channel === 'sms' ? phone : to?.email) ?? 'erased')
    .split(/(?<=@)|(?=\.)/)
    .map((part, index) => (index === 0 ? html`${part}` : html`<wbr>${part}`))

const renderState = ({ state, attempts }: Message): SafeHtml =>
  html`<span class="state ${state}">${state}${state === 'queued' && attempts > 0 ? `, ${attempts} tried` : ''}</span>`

const formatTime = (at: Date) => at.toISOString().replace('T', ' ').slice(0, 19)

/** Renders the page of one email, with options for its display. */
export function messagePage(
  { message, rendered }: EmailDetail,
  view: EmailView,
  source: string | undefined,
): string {
  if (message.channel === 'sms') return textMessagePage(message)
  const to = message.to
  return renderLayout(
    message.subject ?? 'An erased email',
    html`<p><a href="/mailbox">← Mailbox</a></p>
    <header><h1>${message.subject ?? 'This email was erased'}</h1></header>
    <dl>
      <dt>To</dt><dd>${to === undefined ? 'erased' : `${to.name} <${to.email}>`}</dd>
      <dt>Kind</dt><dd>${message.kind.replaceAll('_', ' ')}${rendered === undefined ? '' : `, in ${rendered.language}`}</dd>
      <dt>State</dt><dd>${renderState(message)} ${message.error ?? ''}</dd>
      <dt>Written</dt><dd>${formatTime(message.created_at)} UTC</dd>
    </dl>
    ${rendered === undefined ? '' : html`${renderViewOptions(view)}${renderEmail(message.id, rendered.text, view, source)}`}`,
  )
}

/** Renders the page of one text message in the style of a phone. */
const textMessagePage = (message: Message): string =>
  renderLayout(
    'Text message',
    html`<p><a href="/mailbox">← Mailbox</a></p>
    <header><h1>Text message</h1></header>
    <dl>
      <dt>To</dt><dd>${renderRecipient(message)}</dd>
      <dt>Kind</dt><dd>${message.kind.replaceAll('_', ' ')}</dd>
      <dt>State</dt><dd>${renderState(message)} ${message.error ?? ''}</dd>
      <dt>Written</dt><dd>${formatTime(message.created_at)} UTC</dd>
    </dl>
    <p class="bubble" dir="auto">${linkUrls(message.subject ?? 'This message was erased')}</p>`,
  )

function renderViewOptions(view: EmailView): SafeHtml {
  const link = (label: string, change: Partial<EmailView>) => {
    const target = { ...view, ...change }
    const isHere = Object.entries(change).every(
      ([key, value]) => view[key as keyof EmailView] === value,
    )
    const query = new URLSearchParams({ ...target }).toString()
    return isHere
      ? html`<a href="?${query}" aria-current="true">${label}</a>`
      : html`<a href="?${query}">${label}</a>`
  }
  return html`<nav aria-label="Display options">
    <span>${link('HTML', { part: 'html' })}${link('Text', { part: 'text' })}${link('Source', { part: 'source' })}</span>
    ${
      view.part === 'html'
        ? html`<span>${link('Light', { scheme: 'light' })}${link('Dark', { scheme: 'dark' })}</span>
    <span>${link('Wide', { width: 'wide' })}${link('Phone', { width: 'phone' })}</span>`
        : ''
    }</nav>`
}

function renderEmail(
  id: string,
  text: string,
  view: EmailView,
  source: string | undefined,
): SafeHtml {
  if (view.part === 'html')
    return html`<iframe class="${view.width}" title="The email" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mailbox/${id}/html?scheme=${view.scheme}"></iframe>`
  return html`<pre tabindex="0">${view.part === 'text' ? linkUrls(text) : (source ?? '')}</pre>`
}

/** Makes the URLs of the plain-text version clickable, in the same way as mail clients. */
const linkUrls = (text: string): SafeHtml[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1
        ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`
        : html`${part}`,
    )

const renderLayout = (title: string, body: SafeHtml): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Bestow mailbox</title>
<style>${css}</style>
</head>
<body><main>${body}</main></body>
</html>
`.text
