import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/html'
import { type AddressForm, addressFieldsMarkup, complaintsOf } from './address-form.ts'
import { summaryOf } from './field.ts'
import { chosenOf, hasChoice, isOpen } from './offered.ts'
import { photo } from './picture.ts'
import { nothing, type Sheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

/** Where the gift goes. Nothing of it is kept before the recipient confirms it. */
export function addressPage(
  tongue: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  form: AddressForm,
  origin: string,
): Sheet {
  const { say } = tongue
  return {
    ...headOf(tongue, form, 'title.address'),
    layout: 'pair',
    main: html`<div class="body">
<p class="kicker">${say('common.step', { step: 2, steps: 3 })}</p>
<h1>${say('address.heading')}</h1>
${summaryOf(tongue, complaintsOf(tongue, form))}
<form method="post" action="${ways.to('address')}" id="address">
${addressFieldsMarkup(tongue, form)}
<p class="privacy">${say('address.privacy', { sender: visit.sender.name, count: visit.retention_days })}</p>
<p class="bar"><button class="main" name="do" value="review">${say('common.continue')}</button><button class="button" name="do" value="back" formnovalidate>${say('common.back')}</button></p>
</form>
</div>
${asideOf(tongue, ways, visit, origin, 'address')}`,
  }
}

/** The same form for a parcel that could not be delivered. */
export function fixPage(
  tongue: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  form: AddressForm,
): Sheet {
  const { say } = tongue
  return {
    ...headOf(tongue, form, 'title.problem'),
    layout: 'narrow',
    main: html`<h1>${say('fix.heading')}</h1>
<p class="lead">${say('fix.lead')}</p>
${summaryOf(tongue, complaintsOf(tongue, form))}
<form method="post" action="${ways.to('problem')}" id="address">
${addressFieldsMarkup(tongue, form)}
<p class="privacy">${say('address.privacy', { sender: visit.sender.name, count: visit.retention_days })}</p>
<p class="bar"><button class="main" name="do" value="save">${say('fix.save')}</button><a class="button" href="${ways.to()}">${say('common.back')}</a></p>
</form>`,
  }
}

function headOf(
  { say }: Tongue,
  { problems }: AddressForm,
  key: 'title.address' | 'title.problem',
) {
  const title = say(key)
  return problems.length === 0
    ? { title, status: 200 }
    : { title: say('title.error', { title }), status: 422 }
}

/**
 * What was chosen, beside what is asked. The way back to the choice sends the form with this id, where there is one, so that
 * what was typed is not lost.
 */
export function asideOf(
  { say }: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  origin: string,
  form?: string,
): SafeHtml {
  const items = chosenOf(visit)
  const label = say(hasChoice(visit) ? 'review.changeGift' : 'common.back')
  const back =
    form === undefined
      ? html`<a href="${ways.to()}">${label}</a>`
      : html`<button class="link" form="${form}" name="do" value="back" formnovalidate>${label}</button>`
  return html`<aside class="chosen"><h2>${say('review.gift')}</h2>${
    isOpen(visit)
      ? html`<ul>${items.map((item) => html`<li>${photo(item.images[0], origin, 'large')}<span>${item.name}${item.quantity > 1 ? html` <span class="quiet">× ${String(item.quantity)}</span>` : nothing}</span></li>`)}</ul>`
      : html`<ul><li>${photo(undefined, origin, 'large')}<span>${say('review.surprise')}</span></li></ul>`
  }<p>${back}</p></aside>`
}
