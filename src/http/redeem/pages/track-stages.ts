import type { RedemptionPage, State } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import type { ChangeState } from './change-page.ts'
import { tickIcon } from './illustrations.ts'
import { empty } from './layout.ts'

const stageNames = ['chosen', 'packed', 'sent', 'delivered'] as const

/** Returns the index of the current stage. There are four stages. */
function stageIndex(state: State): number {
  switch (state) {
    case 'redeemed':
    case 'backordered':
    case 'shipping_error':
      return 0
    case 'ordered':
      return 1
    case 'delivered':
    case 'complete':
      return 3
    default:
      return 2
  }
}

/** Returns whether the parcel has a label, and no user has started to pack it. */
export const isUnpacked = (state: State, { changeability }: ChangeState): boolean =>
  state === 'ordered' && changeability?.isChangeable === true

export function renderStages(
  { t }: Localizer,
  { state }: RedemptionPage,
  tracking: ChangeState,
): SafeHtml {
  const reached = isUnpacked(state, tracking) ? 0 : stageIndex(state)
  const last = stageNames.length - 1
  return html`<ol>${stageNames.map((stage, index) => {
    const isDone = index < reached || reached === last
    const name = isDone ? 'done' : index === reached ? 'now' : 'next'
    return html`<li class="${name}"${name === 'now' ? html` aria-current="step"` : empty}><span class="dot">${isDone ? tickIcon : empty}</span>${t(`stage.${stage}`)} <span class="unseen">(${t(`track.${name}`)})</span></li>`
  })}</ol>`
}
