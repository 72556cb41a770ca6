import { type FieldError, problemKinds, problemLimits } from '#contract'
import { canReport, type ProblemPhoto, type ProblemReport, type RedemptionPage } from '#gifting'
import { html, SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { type FormError, renderErrorSummary } from './field.ts'
import { empty, type Page } from './layout.ts'
import { renderLinkForm } from './recipient-page.ts'
import { withSenderLink } from './sender-link.ts'
import type { PageUrls } from './urls.ts'

/**
 * The form to report a problem after the order. The form works without script. After an error, it still
 * contains the text and the photos.
 */
export interface HelpForm {
  /** The id of the report. */
  id: string
  problem: string
  text: string
  /** The photos that an earlier try has uploaded. */
  drafts: readonly ProblemPhoto[]
  errors: readonly FieldError[]
}

export function helpPage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  form: HelpForm,
): Page {
  const { t } = localizer
  const title = t('title.help')
  const formErrors = toFormErrors(localizer, form.errors)
  const sender = gift.sender.name
  return {
    title: formErrors.length === 0 ? title : t('title.error', { title }),
    bodyClass: 'narrow',
    status: formErrors.length === 0 ? 200 : 422,
    main: html`<h1>${t('help.heading')}</h1>
<p class="lead">${t('help.lead', { sender })}</p>
${renderErrorSummary(localizer, formErrors)}
<form method="post" action="${urls.to('help')}" enctype="multipart/form-data" id="help"><input type="hidden" name="id" value="${form.id}">
${renderKinds(localizer, form, formErrors)}
${renderText(localizer, sender, form, formErrors)}
${renderPhotos(localizer, form, formErrors)}
<p class="bar"><button class="main" name="do" value="send">${t('help.send')}</button><a class="button" href="${urls.to()}">${t('common.back')}</a></p>
</form>`,
  }
}

const findMessage = (formErrors: readonly FormError[], name: string) =>
  formErrors.find((each) => each.name === name)?.message

const renderError = (name: string, message: string | undefined) =>
  message === undefined ? empty : html`<p class="error" id="${name}-error">${message}</p>`

const describedBy = (...ids: readonly (string | undefined)[]) => {
  const present = ids.filter((id) => id !== undefined).join(' ')
  return present === '' ? empty : html` aria-describedby="${present}"`
}

function renderKinds(
  { t }: Localizer,
  { problem }: HelpForm,
  formErrors: readonly FormError[],
): SafeHtml {
  const error = findMessage(formErrors, 'problem')
  const options = problemKinds.map((kind, index) => {
    const checked = kind === problem ? new SafeHtml(' checked') : empty
    const id = index === 0 ? html` id="problem"` : empty
    return html`<label class="check"><input type="radio" name="problem" value="${kind}"${id} required${checked}> ${t(`help.${kind}`)}</label>`
  })
  return html`<fieldset class="plain field kinds"${describedBy(error && 'problem-error')}><legend>${t('help.problem')}</legend>${options}${renderError('problem', error)}</fieldset>`
}

function renderText(
  { t }: Localizer,
  sender: string,
  { text }: HelpForm,
  formErrors: readonly FormError[],
): SafeHtml {
  const error = findMessage(formErrors, 'text')
  const { maxTextLength: count } = problemLimits
  const invalid = error === undefined ? empty : html` aria-invalid="true"`
  return html`<div class="field"><label for="text">${t('help.text')}</label><textarea dir="auto" id="text" name="text" rows="5" maxlength="${String(count)}" required${invalid}${describedBy('text-hint', error && 'text-error')}>${`\n${text}`}</textarea><p class="hint" id="text-hint">${t('help.textHint', { sender, count })}</p>${renderError('text', error)}</div>`
}

/** Renders the fields for photos. The script makes large photos smaller before the upload. */
function renderPhotos(
  { t }: Localizer,
  { drafts }: HelpForm,
  formErrors: readonly FormError[],
): SafeHtml {
  const error = findMessage(formErrors, 'photos')
  const { maxPhotos: count, maxPhotoBytes } = problemLimits
  const saved = drafts.map(
    ({ id }, index) =>
      html`<label class="check"><input type="checkbox" name="draft-${String(index + 1)}" value="${id}" checked> ${t('help.savedPhoto', { number: index + 1 })}</label>`,
  )
  const invalid = error === undefined ? empty : html` aria-invalid="true"`
  return html`<div class="field"><label for="photos">${t('help.photos')} <span class="quiet">${t('common.optional')}</span></label><p class="hint" id="photos-hint">${t('help.photosHint', { count, size: maxPhotoBytes / 1_000_000 })}</p>${saved}<input type="file" id="photos" name="photos" multiple accept="image/jpeg,image/png,image/webp" data-shrink${invalid}${describedBy('photos-hint', error && 'photos-error')}>${renderError('photos', error)}</div>`
}

/** Converts errors to messages. Each field has at most one message, in the order of the form. */
function toFormErrors({ t }: Localizer, errors: readonly FieldError[]): FormError[] {
  const texts = {
    problem: () => t('error.choose', { label: t('help.problem') }),
    text: (code: string) =>
      code === 'too_long'
        ? t('error.tooLong', { count: problemLimits.maxTextLength })
        : t('error.required', { label: t('help.text') }),
    photos: (code: string) => {
      if (code === 'too_many') return t('error.photoCount', { count: problemLimits.maxPhotos })
      if (code === 'too_long')
        return t('error.photoSize', { size: problemLimits.maxPhotoBytes / 1_000_000 })
      return t('error.photoType')
    },
  }
  return (['problem', 'text', 'photos'] as const).flatMap((name) => {
    const error = errors.find(({ param }) => param === name)
    return error === undefined
      ? []
      : [{ name, label: t(`help.${name}`), message: texts[name](error.code) }]
  })
}

/** Renders the page that replaces the form for a visitor without a recipient proof. */
export const proveForHelpPage = (
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
): Page => ({
  title: localizer.t('title.help'),
  bodyClass: 'narrow',
  main: html`<h1>${localizer.t('help.heading')}</h1>
<p class="lead">${localizer.t('help.proveLead')}</p>
<p class="quiet">${withSenderLink(localizer, 'track.problemLead', gift)}</p>
${renderLinkForm(localizer, urls, gift, 'recipient.sendReport')}`,
})

/** Renders the link to the form for problem reports. */
export const renderHelpLink = ({ t }: Localizer, urls: PageUrls, gift: RedemptionPage): SafeHtml =>
  canReport(gift)
    ? html`<p class="bar"><a class="button" href="${urls.to('help')}">${t('help.open')}</a></p>`
    : empty

/** Renders the reports with their answers. Only a browser with a recipient proof shows them. */
export function renderReports(
  { t, date }: Localizer,
  gift: RedemptionPage,
  problems: readonly ProblemReport[],
): SafeHtml {
  if (problems.length === 0) return empty
  const items = problems.map((report) => {
    const answers = report.answers.map(
      ({ author, text }) =>
        html`<p class="quiet">${t('help.answer', { sender: author })}</p><blockquote class="lines" dir="auto">${text}</blockquote>`,
    )
    const photos =
      report.photos.length === 0
        ? empty
        : html`<p class="quiet">${t('help.photoCount', { count: report.photos.length })}</p>`
    const outcome =
      report.resolution === 'replaced'
        ? html`<p class="good">${t('help.replaced', { sender: gift.sender.name })}</p>`
        : empty
    return html`<li><p><b>${t(`help.${report.problem}`)}</b> <span class="badge">${t(`help.state.${report.state}`)}</span><br><span class="quiet">${date(report.created_at)}</span></p><p class="lines" dir="auto">${report.text}</p>${photos}${answers}${outcome}</li>`
  })
  return html`<h3>${t('help.reports')}</h3><ul class="reports">${items}</ul>`
}
