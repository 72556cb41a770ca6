import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { empty } from './layout.ts'
import type { PageUrls } from './urls.ts'

/** The maximum length of a note in characters. `gifting.saveThankYouNote` has the same limit. */
export const maxNoteLength = 2_000

export interface NoteFormOptions {
  /** The initial text of the form: a template, the submitted input, or the note to edit. */
  text?: string
  error?: string | undefined
  /** Whether the recipient can still edit a sent note. */
  canChange: boolean
  isChanging?: boolean
  /** Whether the form is expanded. This is the case after the delivery. */
  isOpen?: boolean
}

const noteTemplates = ['thank.starter1', 'thank.starter2', 'thank.starter3'] as const

/** Returns a note template by its number in the form. */
export const noteTemplate = ({ t }: Localizer, number: string | undefined): string | undefined => {
  const key = noteTemplates[Number(number) - 1]
  return key === undefined ? undefined : t(key)
}

/** Renders the form for a thank-you note, or the note that was sent. */
export function renderThankYou(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  note: NoteFormOptions,
): SafeHtml {
  const { thank_you_note } = gift
  if (thank_you_note !== null && note.isChanging !== true)
    return renderSentNote(localizer, urls, gift, note)
  return renderNoteForm(localizer, urls, gift, {
    ...note,
    text: note.text ?? thank_you_note?.text ?? '',
  })
}

/**
 * Renders the text that replaces the form and the reactions for a visitor without a recipient proof. Both
 * speak in the recipient's name, so they need this proof.
 */
export function proveForThankYou(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
): SafeHtml {
  if (!gift.can_request_link) return empty
  const { t } = localizer
  return html`<details class="thanks" id="thanks"><summary>${t('thank.open', { sender: gift.sender.name })}</summary><p>${t('thank.proveLead')}</p><form method="post" action="${urls.to('link')}"><p class="bar"><button class="button">${t('recipient.sendReport')}</button></p></form></details>`
}

function renderSentNote(
  { t }: Localizer,
  urls: PageUrls,
  { thank_you_note, sender }: RedemptionPage,
  note: NoteFormOptions,
): SafeHtml {
  return html`<section class="thanks sent" id="thanks"><h2>${t('thank.sentHeading', { sender: sender.name })}</h2><blockquote class="lines" dir="auto">${thank_you_note?.text ?? ''}</blockquote>${
    note.error === undefined ? empty : html`<p class="gone">${note.error}</p>`
  }${note.canChange ? html`<p class="quiet">${t('thank.sentLead')} <a href="${urls.to('thanks')}">${t('thank.change')}</a></p>` : empty}</section>`
}

function renderNoteForm(
  { t }: Localizer,
  urls: PageUrls,
  { sender }: RedemptionPage,
  note: NoteFormOptions,
): SafeHtml {
  const values = { sender: sender.name }
  const { error } = note
  const body = renderForm({ t }, urls, values, note)
  if (note.isOpen === true || note.isChanging === true || error !== undefined)
    return html`<section class="thanks" id="thanks"><h2>${t('thank.heading')}</h2><p>${t('thank.lead', values)}</p>
${body}</section>`
  return html`<details class="thanks" id="thanks"><summary>${t('thank.open', values)}</summary>${body}</details>`
}

function renderForm(
  { t }: Pick<Localizer, 't'>,
  urls: PageUrls,
  values: { sender: string },
  { error, text }: NoteFormOptions,
): SafeHtml {
  return html`<form method="post" action="${urls.to('thanks')}" id="note">
<p class="starters" role="group" aria-label="${t('thank.starters')}">${noteTemplates.map((key, index) => html`<button name="starter" value="${String(index + 1)}" formnovalidate data-text="${t(key)}">${t(key)}</button>`)}</p>
<div class="field"><label for="text">${t('thank.label', values)}</label><textarea dir="auto" id="text" name="text" rows="4" maxlength="${String(maxNoteLength)}" required aria-describedby="text-hint${error === undefined ? '' : ' text-error'}"${error === undefined ? empty : html` aria-invalid="true" autofocus`}>${`\n${text ?? ''}`}</textarea><p class="hint" id="text-hint" data-left="${t('thank.left', { characters: '{}' })}">${t('thank.limit', { count: maxNoteLength })}</p>${error === undefined ? empty : html`<p class="error" id="text-error">${error}</p>`}</div>
<p class="bar"><button class="main" name="do" value="send">${t('thank.send')}</button></p>
</form>`
}
