import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/html'
import { nothing } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

/** As long as a note may be (`gifting.thank`). */
export const longestNote = 2_000

export interface Note {
  /** What stands in the box: a starter, what was typed, or the note to be changed. */
  text?: string
  error?: string | undefined
  /** Whether a note that was sent can still be changed. */
  mayChange: boolean
  isChanging?: boolean
  /** Whether the box stands open: right after the confirmation and after the delivery. */
  isOpen?: boolean
  /** Whether there is another page to go on to. */
  canSkip?: boolean
}

const starters = ['thank.starter1', 'thank.starter2', 'thank.starter3'] as const

/** The text of a starter by its number on the form. */
export const starterBy = ({ say }: Tongue, number: string | undefined): string | undefined => {
  const key = starters[Number(number) - 1]
  return key === undefined ? undefined : say(key)
}

/** A box for a thank-you note, or the note that was sent. */
export function thanksBox(tongue: Tongue, ways: Ways, visit: RedemptionPage, note: Note): SafeHtml {
  const { thanks } = visit
  if (thanks !== null && note.isChanging !== true) return sentNote(tongue, ways, visit, note)
  return noteForm(tongue, ways, visit, { ...note, text: note.text ?? thanks?.text ?? '' })
}

function sentNote(
  { say }: Tongue,
  ways: Ways,
  { thanks, sender }: RedemptionPage,
  note: Note,
): SafeHtml {
  return html`<section class="thanks sent" id="thanks"><h2>${say('thank.sentHeading', { sender: sender.name })}</h2><blockquote class="lines">${thanks?.text ?? ''}</blockquote>${
    note.error === undefined ? nothing : html`<p class="gone">${note.error}</p>`
  }${note.mayChange ? html`<p class="quiet">${say('thank.sentLead')} <a href="${ways.to('thanks')}">${say('thank.change')}</a></p>` : nothing}</section>`
}

function noteForm({ say }: Tongue, ways: Ways, { sender }: RedemptionPage, note: Note): SafeHtml {
  const values = { sender: sender.name }
  const { error } = note
  const body = formMarkup({ say }, ways, values, note)
  if (note.isOpen === true || note.isChanging === true || error !== undefined)
    return html`<section class="thanks" id="thanks"><h2>${say('thank.heading')}</h2><p>${say('thank.lead', values)}</p>
${body}</section>`
  return html`<details class="thanks" id="thanks"><summary>${say('thank.open', values)}</summary>${body}</details>`
}

function formMarkup(
  { say }: Pick<Tongue, 'say'>,
  ways: Ways,
  values: { sender: string },
  { error, text, canSkip }: Note,
): SafeHtml {
  return html`<form method="post" action="${ways.to('thanks')}" id="note">
<p class="starters" role="group" aria-label="${say('thank.starters')}">${starters.map((key, place) => html`<button name="starter" value="${String(place + 1)}" formnovalidate data-text="${say(key)}">${say(key)}</button>`)}</p>
<div class="field"><label for="text">${say('thank.label', values)}</label><textarea dir="auto" id="text" name="text" rows="4" maxlength="${String(longestNote)}" required aria-describedby="text-hint${error === undefined ? '' : ' text-error'}"${error === undefined ? nothing : html` aria-invalid="true" autofocus`}>${`\n${text ?? ''}`}</textarea><p class="hint" id="text-hint" data-left="${say('thank.left', { count: '{}' })}">${say('thank.limit', { count: longestNote })}</p>${error === undefined ? nothing : html`<p class="error" id="text-error">${error}</p>`}</div>
<p class="bar"><button class="main" name="do" value="send">${say('thank.send')}</button>${canSkip === true ? html` <a class="button" href="${ways.to()}">${say('thank.skip')}</a>` : nothing}</p>
</form>`
}
