import type { RedemptionItem, RedemptionPage } from '#gifting'
import { html, SafeHtml } from '#platform/html'
import { opening, small } from './drawing.ts'
import { choicesOf, isOpen, productsOf } from './offered.ts'
import { photo } from './picture.ts'
import { messageCard } from './recipient-page.ts'
import { inTheirWords, nothing, type Sheet } from './sheet.ts'
import type { Tongue } from './tongue.ts'
import type { Ways } from './ways.ts'

export interface Choosing {
  origin: string
  /** Straight from the unwrapping: the gift opens as the page appears. */
  isFresh: boolean
  /** Why it is asked again: nothing was chosen, or what was chosen has run out. */
  problem?: 'required' | 'out_of_stock'
  /** What was marked on the form that came back, kept or not. */
  marked?: readonly string[]
  /** Variants that the recipient just picked and that have run out. */
  gone?: readonly string[]
}

/** What there is, to choose from or to look forward to. */
export function choosePage(
  tongue: Tongue,
  ways: Ways,
  visit: RedemptionPage,
  choosing: Choosing,
): Sheet {
  const { say } = tongue
  const title = say('title.choose')
  const { problem, isFresh } = choosing
  return {
    title: problem === undefined ? title : say('title.error', { title }),
    layout: 'wide',
    status: problem === undefined ? 200 : problem === 'required' ? 422 : 409,
    main: html`<div class="reveal">${isFresh ? opening : small}<div><h1>${headingOf(tongue, visit)}</h1><p class="lead"${isOwnLead(visit) ? inTheirWords(visit) : nothing}>${leadOf(tongue, visit)}</p></div></div>
${messageCard(tongue, visit)}${problemOf(tongue, problem)}${isSoldOut(visit) ? nothing : formOf(tongue, ways, visit, choosing)}
<p class="aside"><a href="${ways.to('decline')}">${say('unwrap.decline')}</a></p>`,
  }
}

/** Whether something has to be chosen and cannot be. */
const isSoldOut = (visit: RedemptionPage) =>
  choicesOf(visit).some((group) => group.every(({ is_there }) => !is_there))

function headingOf({ say }: Tongue, visit: RedemptionPage): string {
  if (isSoldOut(visit)) return say('choose.emptyHeading')
  if (!isOpen(visit)) return say('choose.headingSurprise')
  if (visit.selection_mode === 'all') return say('choose.headingAll')
  return say(productsOf(visit.items).length === 1 ? 'choose.headingVersion' : 'choose.headingOne')
}

/** Whether the sender's own words introduce what there is. */
const isOwnLead = (visit: RedemptionPage) =>
  !isSoldOut(visit) && isOpen(visit) && (visit.theme?.message ?? '') !== ''

function leadOf({ say }: Tongue, visit: RedemptionPage): string {
  if (isSoldOut(visit)) return say('choose.emptyLead', { sender: visit.sender.name })
  if (!isOpen(visit)) return say('choose.leadSurprise')
  if (isOwnLead(visit)) return visit.theme?.message ?? ''
  if (visit.selection_mode === 'all') return say('choose.leadAll')
  return say('choose.leadOne', {
    count: productsOf(visit.items.filter(({ is_there }) => is_there)).length,
  })
}

function problemOf({ say }: Tongue, problem: Choosing['problem']): SafeHtml {
  if (problem === undefined) return nothing
  const words = problem === 'required' ? say('choose.required') : say('choose.justGone')
  return html`<div class="summary" role="alert" tabindex="-1" id="summary" autofocus><p>${words}</p></div>`
}

/** Of several, one; or everything, of which some comes in versions. */
function formOf(tongue: Tongue, ways: Ways, visit: RedemptionPage, choosing: Choosing): SafeHtml {
  const { say } = tongue
  const isOne = visit.selection_mode === 'one'
  const marked = choosing.marked ?? visit.chosen
  const cards = productsOf(visit.items).flatMap((versions, place) => {
    const there = versions.filter(({ is_there }) => is_there)
    const about = { origin: choosing.origin, marked, name: isOne ? 'variant' : `variant-${place}` }
    if (isOne) return there.length === 0 ? [] : [card(tongue, there, about)]
    if (versions.length > 1) return [card(tongue, there, about)]
    return isOpen(visit) ? [shownCard(tongue, versions, choosing.origin)] : []
  })
  return html`${isOpen(visit) ? goneOf(tongue, visit, choosing) : nothing}<form method="post" action="${ways.to('choose')}" id="choose">
<fieldset class="plain"><legend class="unseen">${say('choose.legend')}</legend><div class="cards">${cards}</div></fieldset>
<p class="bar"><button class="main" name="do" value="choose">${say('common.continue')}</button></p></form>`
}

interface About {
  origin: string
  marked: readonly string[]
  /** Radios of one name are one choice. */
  name: string
}

function card(tongue: Tongue, versions: readonly RedemptionItem[], about: About): SafeHtml {
  const [first] = versions
  if (first === undefined) return nothing
  const isOnly = versions.length === 1
  const photos = photosOf(versions, about.origin)
  const words = wordsOf(tongue, first, isOnly ? first.name : first.product_name)
  if (isOnly)
    return html`<label class="card v1">${radio(first, about)}${photos}${words}<span class="mark"></span></label>`
  const chips = versions.map(
    (item, place) =>
      html`<label class="chip v${String(place + 1)}">${radio(item, about)}<span>${shortName(item)}</span></label>`,
  )
  return html`<fieldset class="card"><legend class="unseen">${tongue.say('choose.versions', { name: first.product_name })}</legend>${photos}${words}<span class="mark"></span><div class="chips">${chips}</div></fieldset>`
}

const shownCard = (tongue: Tongue, versions: readonly RedemptionItem[], origin: string) =>
  html`<div class="card shown">${photosOf(versions, origin)}${versions.map((item) => wordsOf(tongue, item, item.name))}</div>`

const wordsOf = ({ say }: Tongue, { description, kind, quantity }: RedemptionItem, name: string) =>
  html`<span class="words"><span class="what">${name}</span><span class="about">${description}</span>${kind === 'digital' ? html`<span class="badge">${say('choose.digital')}</span>` : nothing}${quantity > 1 ? html`<span class="badge">${say('choose.quantity', { count: quantity })}</span>` : nothing}</span>`

/** One for each version; the style sheet shows the one whose version is marked. */
const photosOf = (versions: readonly RedemptionItem[], origin: string) =>
  html`<span class="photos">${versions
    .slice(0, 12)
    .map(
      ({ images }, place) =>
        html`<span class="p${String(place + 1)}">${photo(images[0], origin, 'large')}</span>`,
    )}</span>`

function radio({ variant_id }: RedemptionItem, { marked, name }: About): SafeHtml {
  const checked = marked.includes(variant_id) ? new SafeHtml(' checked') : nothing
  return html`<input type="radio" name="${name}" value="${variant_id}"${checked}>`
}

/** 'Sage' where the product's name stands above it, not 'Stoneware mug, sage'. */
function shortName({ variant_name, product_name }: RedemptionItem): string {
  if (!variant_name.toLowerCase().startsWith(product_name.toLowerCase())) return variant_name
  const rest = variant_name.slice(product_name.length).replace(/^[\s,–-]+/, '')
  return rest === '' ? variant_name : rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** Names what the recipient picked and what has run out since; other sold-out items were never theirs. */
function goneOf({ say, list }: Tongue, visit: RedemptionPage, choosing: Choosing): SafeHtml {
  const gone = visit.items.filter(({ is_there }) => !is_there)
  if (gone.length > 0 && visit.selection_mode === 'all' && choicesOf(visit).length === 0)
    return html`<p class="gone">${say('choose.late')}</p>`
  const picked = [...visit.chosen, ...(choosing.gone ?? [])]
  const names = gone.filter(({ variant_id }) => picked.includes(variant_id)).map(({ name }) => name)
  if (names.length === 0) return nothing
  return html`<p class="gone">${say('choose.gone', { count: names.length, names: list(names) })}</p>`
}
